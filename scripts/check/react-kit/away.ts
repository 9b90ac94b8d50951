/** Stands in for the gateway's page; in an iframe it ends with the message that our return page posts. */
document.querySelector("#end")?.addEventListener("click", () => {
  const token = new URLSearchParams(location.search).get("token") ?? "";
  parent.postMessage({ type: "acquiring:return", return_token: token }, location.origin);
});
