const { run } = require(`${__hooks}/scoreboard/sql.js`)

/**
 * Digits and hyphens may be percent-encoded, even several times: `-`, `%2D`, `%252D`. The surrounding text stays as it
 * is, including broken escapes.
 */
const digit = '(?:[0-9a-f]|%(?:25)*(?:3[0-9]|[46][1-6]))'
const hyphen = '(?:-|%(?:25)*2d)'

/** Matches session and campaign ids, which every address of evidence contains. */
const uuids = new RegExp([8, 4, 4, 4, 12].map((length) => `${digit}{${length}}`).join(hyphen), 'gi')

/**
 * Removes everything from an execution's steps that opens evidence: members that name sessions, and session ids in any
 * text. Steps without sessions come back equal.
 * @param {unknown} steps @returns {unknown}
 */
function withoutSessions(steps) {
  if (typeof steps === 'string') return steps.replace(uuids, '[withheld]')
  if (Array.isArray(steps)) return steps.map(withoutSessions)
  if (typeof steps !== 'object' || steps === null) return steps
  return Object.fromEntries(
    Object.entries(steps)
      .filter(([name]) => !/^session_?ids?$/i.test(name))
      .map(([name, value]) => [name.replace(uuids, '[withheld]'), withoutSessions(value)]),
  )
}

/**
 * The steps that are shown while evidence is public. The id of a session that waits for its wallet opens its link,
 * which only holders of the admin key may see, so it is withheld until the step has a result.
 * @param {unknown} steps @returns {unknown}
 */
const withoutLinks = (steps) =>
  Array.isArray(steps) ? steps.map((step) => (step?.waits_for === 'wallet' ? withoutSessions(step) : step)) : steps

/** True if everybody may read the evidence of a pipeline. @param {core.Record} pipeline */
const isPublic = (pipeline) => pipeline.getBool('published') && pipeline.getBool('evidence_public')

/**
 * Stores an execution's steps both whole and without sessions, and puts the readable form into `steps`, so that
 * visitors' filters and subscriptions see nothing else. Steps that name no session are stored only in `steps`.
 * @param {core.App} app @param {core.Record} result
 */
function divideSteps(app, result) {
  const given = result.getString('steps')
  if (!result.isNew() && given === result.original().getString('steps')) {
    // Unchanged: keep both stored forms, because `steps` may be only the shorter one. Choose again which to show,
    // because the record may have moved to a pipeline with other readers.
    if (!hasBoth(result)) return
  } else {
    const told = JSON.stringify(withoutSessions(JSON.parse(given || 'null')))
    const isWhole = told === JSON.stringify(JSON.parse(given || 'null'))
    result.set('steps_whole', isWhole ? null : JSON.parse(given))
    result.set('steps_told', isWhole ? null : JSON.parse(told))
    if (isWhole) return
  }
  const pipeline = app.findRecordById('pipelines', result.getString('pipeline'))
  const shown = isPublic(pipeline)
    ? withoutLinks(JSON.parse(result.getString('steps_whole')))
    : JSON.parse(result.getString('steps_told'))
  result.set('steps', shown)
}

/** @param {core.Record} result */
const hasBoth = (result) => !['', 'null'].includes(result.getString('steps_whole'))

/**
 * Updates the executions of a pipeline when its evidence is opened or closed. The current steps of a running execution
 * stay closed; its next step is opened as it is written.
 * @param {core.App} tx @param {core.Record} before @param {core.Record} pipeline
 */
function followEvidence(tx, before, pipeline) {
  if (isPublic(before) === isPublic(pipeline)) return
  run(
    tx.db(),
    `UPDATE pipeline_results SET steps = ${isPublic(pipeline) ? "iif(status = 'running', steps_told, steps_whole)" : 'steps_told'}
     WHERE pipeline = {:id} AND coalesce(steps_whole, 'null') NOT IN ('', 'null')`,
    { id: pipeline.id },
  )
}

module.exports = { divideSteps, followEvidence }
