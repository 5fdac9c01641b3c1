import { isObject, type Json } from '../values/json'
import { jsonBytes } from '../values/json-bytes'
import type { KnownType } from './claim-shape'
import { dcqlLimits, isFilledArray, isId, member } from './path'
import { pidTypes } from './pid-types'
import { Pointer, type Problem, ProblemList } from './problem-list'
import { validateCredentialQuery } from './validate-credential-query'

/** Reports the problems of `credential_sets`. OID4VP-1FINAL-6.2 */
function validateCredentialSets(
  sets: unknown,
  context: { readonly at: Pointer; readonly problems: ProblemList; readonly ids: ReadonlySet<string> },
): void {
  const { at, problems, ids } = context
  if (!isFilledArray(sets)) {
    problems.violation(at, 'It must be an array with at least one set.', 'OID4VP-1FINAL-6')
    return
  }
  const named = new Set<unknown>()
  for (const [index, set] of sets.entries()) {
    const here = at.to(index)
    if (!isObject(set)) {
      problems.violation(here, 'A set must be a JSON object.', 'OID4VP-1FINAL-6.2')
      continue
    }
    validateOptions(member(set, 'options'), { ...context, at: here.to('options'), named })
    const required = member(set, 'required')
    if (required !== undefined && typeof required !== 'boolean')
      problems.violation(here.to('required'), 'It must be a boolean.', 'OID4VP-1FINAL-6.2')
    problems.unknownMembers(here, set, ['options', 'required'])
  }
  for (const id of ids)
    if (!named.has(id))
      problems.questionable(
        at,
        `No option names the credential query "${id}", so it is never asked for.`,
        'OID4VP-1FINAL-6.4.2',
      )
}

function validateOptions(
  options: unknown,
  {
    at,
    problems,
    ids,
    named,
  }: {
    readonly at: Pointer
    readonly problems: ProblemList
    readonly ids: ReadonlySet<string>
    readonly named: Set<unknown>
  },
): void {
  if (!isFilledArray(options)) {
    problems.violation(at, 'It must be an array with at least one option.', 'OID4VP-1FINAL-6.2')
    return
  }
  for (const [index, option] of options.entries()) {
    if (!isFilledArray(option)) {
      problems.violation(at.to(index), 'An option must be an array with at least one id.', 'OID4VP-1FINAL-6.2')
      continue
    }
    for (const [place, id] of option.entries()) {
      named.add(id)
      if (typeof id !== 'string' || !ids.has(id))
        problems.violation(at.to(index, place), 'No credential query has this id.', 'OID4VP-1FINAL-6.2')
    }
  }
}

const noLeaves: ReadonlyMap<string, string> = new Map()

/**
 * Every problem of a DCQL query, in query order. `transactionDataIds`: the ids that `transaction_data` refers to.
 * `types`: known besides the PID. `leaves`: key identifiers of certificates that are no authority, with that of the
 * authority above each. Never throws. OID4VP-1FINAL-6
 */
export function validateDcqlQuery(
  query: Json,
  {
    transactionDataIds = [],
    types = [],
    leaves = noLeaves,
  }: {
    readonly transactionDataIds?: readonly string[]
    readonly types?: readonly KnownType[]
    readonly leaves?: ReadonlyMap<string, string>
  } = {},
): readonly Problem[] {
  const problems = new ProblemList()
  const at = new Pointer()
  if (!isObject(query)) {
    problems.refused(at, 'The query is not a JSON object.', 'OID4VP-1FINAL-6')
    return problems.all
  }
  if (jsonBytes(query) > dcqlLimits.bytes)
    problems.refused(at, `The query is larger than ${dcqlLimits.bytes} bytes.`, 'OID4VP-1FINAL-6')
  const credentials = member(query, 'credentials')
  if (!Array.isArray(credentials) || credentials.length === 0)
    problems.violation(
      at.to('credentials'),
      'It must be an array with at least one credential query.',
      'OID4VP-1FINAL-6',
    )
  else
    validateCredentials(credentials, {
      at: at.to('credentials'),
      problems,
      transactionDataIds,
      types: [...types, ...pidTypes],
      leaves,
    })
  const sets = member(query, 'credential_sets')
  if (sets !== undefined)
    validateCredentialSets(sets, { at: at.to('credential_sets'), problems, ids: idsOf(credentials) })
  problems.unknownMembers(at, query, ['credentials', 'credential_sets'])
  return problems.all
}

function validateCredentials(
  credentials: readonly unknown[],
  context: {
    readonly at: Pointer
    readonly problems: ProblemList
    readonly transactionDataIds: readonly string[]
    readonly types: readonly KnownType[]
    readonly leaves: ReadonlyMap<string, string>
  },
): void {
  const { at, problems } = context
  if (credentials.length > dcqlLimits.credentials)
    problems.refused(at, `There are more than ${dcqlLimits.credentials} credential queries.`, 'OID4VP-1FINAL-6')
  const seen = new Set<string>()
  for (const [index, credential] of credentials.slice(0, dcqlLimits.credentials).entries())
    validateCredentialQuery(credential, { ...context, at: at.to(index), seen })
}

/** Usable ids, in query order. */
const idsOf = (credentials: unknown): ReadonlySet<string> =>
  new Set(
    (Array.isArray(credentials) ? credentials : []).flatMap((credential: unknown) => {
      const id = isObject(credential) ? member(credential, 'id') : undefined
      return isId(id) ? [id] : []
    }),
  )
