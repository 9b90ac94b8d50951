/** JSON requests to the store on this machine; a refusal is an error with the server's text. */

/** `call(path)` reads, `call(path, body)` posts. */
const caller =
  (base, headers = {}) =>
  async (place, body) => {
    const answer = await fetch(base + place, {
      method: body === undefined ? "GET" : "POST",
      headers: { "content-type": "application/json", ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${place} answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
    return answer.json();
  };

module.exports = { caller };
