// Detects whether anybody but one web process has written. That process remembers what it wrote, and relies on it only
// while storage is in the state that it was last told. A state is a random string that is valid while this server runs.
// Any write that does not name the state ends it.

const name = 'evidence_state'
const editsName = 'evidence_edits'

/**
 * Returns the state before, the state from now on, and whether nobody else has written since the caller was told
 * `known`. Must be called within the transaction that writes.
 * @param {core.App} app @param {string} known
 */
function stateAfter(app, known) {
  const before = String(app.store().get(name) ?? '')
  const soleWriter = known !== '' && known === before
  const state = soleWriter ? known : $security.randomString(20)
  if (!soleWriter) app.store().set(name, state)
  return { before, state, soleWriter }
}

/** Ends the state. @param {core.App} app */
function forgetState(app) {
  app.store().remove(name)
  app.store().set(editsName, $security.randomString(20))
}

/** A string that changes with each `forgetState`, and when this server restarts. @param {core.App} app */
function editsOf(app) {
  if (!app.store().has(editsName)) app.store().set(editsName, $security.randomString(20))
  return String(app.store().get(editsName))
}

module.exports = { stateAfter, forgetState, editsOf }
