/**
 * By what a misbehaviour changes a run, e.g. `patchForm`, or `repeat+patchFacts`; with `runs` if it takes several.
 * Those of one way differ in what they write, not in how it gets onto the wire.
 */
export function wayOf(misbehaviour: { readonly needs?: { readonly runs?: number } }): string {
  const hooks = Object.keys(misbehaviour).filter((member) =>
    /^(?:patch|probe$|followsRedirect$|skip$|repeat$|byProfile$|sendsPlain$)/.test(member),
  )
  return [...hooks, ...(misbehaviour.needs?.runs === undefined ? [] : ['runs'])].join('+')
}
