// Whether anybody but one web process has written. It remembers what it wrote itself, and relies on that only as long as
// storage is in the state that it was told of. A state is a text that nobody can guess, kept for as long as this server
// runs; whoever writes without naming it ends it.

const name = 'evidence_state'

/**
 * What the state was, what it is from now on, and whether nobody else wrote since the caller was told of `known`. Must be
 * called within the transaction that writes.
 * @param {core.App} app @param {string} known
 */
function stateAfter(app, known) {
  const before = String(app.store().get(name) ?? '')
  const alone = known !== '' && known === before
  const state = alone ? known : $security.randomString(20)
  if (!alone) app.store().set(name, state)
  return { before, state, alone }
}

/** Ends the state. @param {core.App} app */
function forgetState(app) {
  app.store().remove(name)
}

module.exports = { stateAfter, forgetState }
