/** Short texts that this browser remembers between pages. Without storage they last as long as the page. */
export interface Kept {
  read(): string | null;
  write(value: string | null): void;
}

/** Removed with the tab: for data of one person's session. */
export const keptForTab = (key: string): Kept => kept(key, () => sessionStorage);

export const keptForBrowser = (key: string): Kept => kept(key, () => localStorage);

function kept(key: string, place: () => Storage): Kept {
  let memory: string | null = null;
  return {
    read: () => {
      try {
        return place().getItem(key) ?? memory;
      } catch {
        return memory;
      }
    },
    write: (value) => {
      memory = value;
      try {
        if (value === null) place().removeItem(key);
        else place().setItem(key, value);
      } catch {
        return;
      }
    },
  };
}
