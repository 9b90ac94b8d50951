/** Shown while the shop is loading, or if it cannot load. */
export function Opening() {
  return (
    <p className="loading" role="status">
      <span className="spinner" aria-hidden="true" /> Opening the shop…
    </p>
  );
}

export function Closed({ reason }: { reason: string }) {
  return (
    <main className="page">
      <div className="narrow center">
        <h1>The shop is closed for a moment</h1>
        <p role="alert">{reason}</p>
        <button type="button" className="button" onClick={() => location.reload()}>
          Try again
        </button>
      </div>
    </main>
  );
}
