import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { ROOT } from './paths.mjs'
import { say } from './terminal.mjs'

/** Maximum length of a commit subject. Logs and web pages truncate longer ones. */
const SUBJECT_MAX = 72
/** The last commit before this rule. */
const BEFORE_THE_RULE = '0f3431b4f65057819c41d340a24bd9c71410fe4d'

/**
 * Finds the subjects that are too long.
 * @param {readonly string[]} subjects @returns {string[]} each with its length
 */
export const longSubjects = (subjects) =>
  subjects.filter((subject) => [...subject].length > SUBJECT_MAX).map((subject) => `${[...subject].length}: ${subject}`)

/**
 * The subjects since the rule; `null` if the history does not reach back to it, as in a shallow clone or an archive.
 */
function subjectsSinceTheRule() {
  try {
    const git = (/** @type {string[]} */ ...args) =>
      execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    return git('log', '--format=%s', `${BEFORE_THE_RULE}..HEAD`).split('\n').filter(Boolean)
  } catch {
    return null
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const subjects = subjectsSinceTheRule()
  if (subjects === null) say('The history of this checkout does not reach back far enough to look at commit subjects.')
  const long = longSubjects(subjects ?? [])
  for (const subject of long) say(`A commit's subject has more than ${SUBJECT_MAX} characters: ${subject}`)
  process.exitCode = long.length === 0 ? 0 : 1
}
