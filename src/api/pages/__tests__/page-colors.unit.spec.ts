import { pageColors } from "../page-colors";

const BACKGROUND = "#f4f5f7";

test("a colour that is visible in both appearances stays as the shop chose it", () => {
  expect(pageColors({ accent: "#1F7AD8", background: BACKGROUND }).accent).toEqual({
    light: "#1f7ad8",
    dark: "#1f7ad8",
  });
});

test.each([
  ["#1f4fd8", "#ffffff"],
  ["#000000", "#ffffff"],
  ["#ffd500", "#000000"],
])("the text on %s is %s in the light appearance", (accent, text) => {
  expect(pageColors({ accent, background: BACKGROUND }).onAccent.light).toBe(text);
});

test("a colour that could not be seen is darkened in the light appearance and lightened in the dark one", () => {
  const { light } = pageColors({ accent: "#ffff00", background: BACKGROUND }).accent;
  const { dark } = pageColors({ accent: "#000000", background: BACKGROUND }).accent;
  expect([light < "#ffff00", dark > "#000000"]).toEqual([true, true]);
});

test("the text on the page's background is black or white", () => {
  expect(pageColors({ accent: "#1f4fd8", background: "#ffffff" }).onBackground).toBe("#000000");
  expect(pageColors({ accent: "#1f4fd8", background: "#112233" }).onBackground).toBe("#ffffff");
});
