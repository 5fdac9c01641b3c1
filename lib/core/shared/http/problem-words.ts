import type { z } from 'zod'

/** Most problems to list for one request; more would tell nothing new. */
export const problemsMax = 500

/** Longest pointer and message to keep: both may repeat names that were sent. */
const charactersMax = { pointer: 200, message: 400 } as const

const severities = ['refused', 'violation', 'warning', 'note'] as const

interface AnyProblem {
  readonly code: string
  readonly severity: (typeof severities)[number]
  readonly pointer: string
  readonly message: string
}

/** Listed problems, and the total for each severity. */
export interface BoundedProblems<Problem> {
  readonly listed: readonly Problem[]
  readonly counts: Readonly<Record<AnyProblem['severity'], number>>
}

/**
 * Keeps at most `problemsMax` problems in their order: the first of each code and severity, since decisions depend on
 * those, then the most severe. Longer pointers and messages are cut and end in `…`.
 */
export function boundProblems<Problem extends AnyProblem>(problems: Iterable<Problem>): BoundedProblems<Problem> {
  const counts = { refused: 0, violation: 0, warning: 0, note: 0 }
  const firsts: (readonly [place: number, problem: Problem])[] = []
  const further = { refused: [...firsts], violation: [...firsts], warning: [...firsts], note: [...firsts] }
  const kinds = new Set<string>()
  let place = 0
  for (const problem of problems) {
    const { code, severity } = problem
    counts[severity] += 1
    place += 1
    const kind = `${severity} ${code}`
    const kept = kinds.has(kind) ? further[severity] : firsts
    kinds.add(kind)
    if (kept.length < problemsMax) kept.push([place, problem])
  }
  const listed = [...firsts, ...severities.flatMap((severity) => further[severity])]
    .slice(0, problemsMax)
    .sort(([one], [other]) => one - other)
    .map(([, problem]) => ({
      ...problem,
      pointer: cut(problem.pointer, charactersMax.pointer),
      message: cut(problem.message, charactersMax.message),
    }))
  return { listed, counts }
}

const cut = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max)}…`)

/** The note below a truncated list: `500 of 12,345 problems are listed, the most of one request.` */
export const leftOutWords = (listed: number, count: number): string =>
  `${listed} of ${count.toLocaleString('en-US')} problems are listed, the most of one request.`

/** At most `problemsMax` names from the request, each cut to the length of a pointer. */
export const boundNames = (names: readonly string[]): string[] =>
  names.slice(0, problemsMax).map((name) => cut(name, charactersMax.pointer))

type Issue = z.core.$ZodIssue

const types: Readonly<Record<string, string>> = {
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
  int: 'an integer',
  array: 'an array',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

const formats: Readonly<Record<string, string>> = {
  url: 'a URL',
  uuid: 'a UUID',
  datetime: 'a date and time of RFC 3339',
}

/** Characters allowed in an error_description: no quote, no backslash, ASCII only. RFC6749-5.2 */
const isDescription = /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/

/** Most union branches, and nesting levels, to describe. */
const branchesMax = 8

const depthMax = 4

/**
 * The rule that a value broke, to follow the name of its member: `must be one of a, b`. Names every allowed value and
 * repeats no input.
 */
export const issueWords = (issue: Issue): string => `must ${ruleOf(issue, 0)}`

/**
 * The issue to report for a value: the first one, except that for an out-of-range number the member's own bound takes
 * precedence over the general integer bound.
 */
export const issueToReport = (issues: readonly Issue[]): Issue | undefined =>
  issues.find((issue, index) => !isOfAllIntegers(issue) || index === issues.length - 1)

const isOfAllIntegers = (issue: Issue): boolean =>
  (issue.code === 'too_big' || issue.code === 'too_small') && issue.origin === 'int'

/** Where a schema refused a value, and the rule there. */
interface PlacedIssue {
  /** Names and indexes down to the member; empty for the whole body. */
  readonly path: readonly string[]
  /** `must be a string`, or `each must be a string` for the elements of a list. */
  readonly words: string
}

/** Places an issue. Problems of list elements are reported for the member that holds the list. */
export function placedIssue(issue: Issue): PlacedIssue {
  const path = issue.path.map(String)
  const isElement = path.length > 1 && typeof issue.path.at(-1) === 'number'
  return isElement
    ? { path: path.slice(0, -1), words: `each ${issueWords(issue)}` }
    : { path, words: issueWords(issue) }
}

/** Joins a member and its rule: `presets must be an array`, `presets: each must be a string`. */
export const withIssue = (member: string, { words }: Pick<PlacedIssue, 'words'>): string =>
  `${member}${words.startsWith('each ') ? ':' : ''} ${words}`

function ruleOf(issue: Issue, depth: number): string {
  switch (issue.code) {
    case 'invalid_value':
      return `be ${oneOf(issue.values.map((value) => (value === '' ? 'an empty string' : String(value))))}`
    case 'invalid_type':
      // Anything but absent is allowed.
      return issue.expected === 'nonoptional' ? 'be sent' : `be ${types[issue.expected] ?? issue.expected}`
    case 'too_big':
      return bound(issue.origin, `at most ${issue.maximum}`)
    case 'too_small':
      return bound(issue.origin, `at least ${issue.minimum}`)
    case 'not_multiple_of':
      return `be a multiple of ${issue.divisor}`
    case 'invalid_format':
      if (issue.message.startsWith('must ')) return issue.message.slice('must '.length)
      if (issue.pattern === undefined || formats[issue.format] !== undefined)
        return `be ${formats[issue.format] ?? `a text in the format ${issue.format}`}`
      return isDescription.test(issue.pattern) ? `match ${issue.pattern}` : 'have the form that /openapi.json describes'
    case 'invalid_union':
      // A discriminated union reports no branches; its schema describes the discriminator.
      if (issue.errors.length === 0) return ownRule(issue)
      return unionRule(issue, depth)
    case 'unrecognized_keys':
      return 'have no other members than those that are defined'
    case 'custom':
      return ownRule(issue)
    default:
      return 'have a legal value'
  }
}

/** Our own rules carry their message; other issues get a general one. */
const ownRule = ({ message }: Issue): string =>
  message.startsWith('must ') ? message.slice('must '.length) : 'have a legal value'

const oneOf = (values: readonly string[]): string =>
  values.length === 1 ? (values[0] ?? '') : `one of ${values.join(', ')}`

const bound = (origin: string, limit: string): string =>
  origin === 'string' ? `have ${limit} characters` : origin === 'array' ? `have ${limit} elements` : `be ${limit}`

/** A branch that fails inside the value accepts the value itself, so the report points inside. */
function unionRule({ errors }: Extract<Issue, { code: 'invalid_union' }>, depth: number): string {
  if (depth >= depthMax) return 'have a legal value'
  const branches = errors.slice(0, branchesMax).flatMap(([first]) => (first === undefined ? [] : [first]))
  const nearest = branches.find(({ code, path }) => path.length > 0 || code === 'too_big' || code === 'too_small')
  if (nearest === undefined) return [...new Set(branches.map((branch) => ruleOf(branch, depth + 1)))].join(', or ')
  const inside = nearest.path.map(String).join('.')
  return inside === ''
    ? ruleOf(nearest, depth + 1)
    : `hold a member ${memberName(inside)} that must ${ruleOf(nearest, depth + 1)}`
}

/** The name of a member; names invented by the sender are not repeated. */
export const memberName = (name: string): string => (/^[a-z_0-9.]{1,80}$/.test(name) ? name : 'of the request')
