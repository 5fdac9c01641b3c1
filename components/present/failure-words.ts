/** What the errors mean that browsers tell apart; the others say no more than their name. W3C Digital Credentials */
const meanings: ReadonlyMap<string, string> = new Map([
  ['TypeError', 'the browser could not read the request.'],
  ['SecurityError', 'the browser does not let this page ask for credentials.'],
  ['InvalidStateError', 'the page was not in front, or another request was under way.'],
  ['OperationError', 'the browser or the platform failed while it passed the request on.'],
])

/** What a rejected call means to the person who asked, by the name of the error. */
export function failureWords(name: string): string {
  // On purpose, this one does not tell a person who declined from a wallet that did, and from no wallet at all.
  if (name === 'NotAllowedError') return 'Nothing was shared. You or the wallet declined, or no wallet fits.'
  if (name === 'AbortError') return 'You stopped asking.'
  return `${name}: ${meanings.get(name) ?? 'the browser says no more than this name.'}`
}
