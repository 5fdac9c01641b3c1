import { isObject } from '../values/json'
import type { KnownType } from './claim-shape'
import { dcqlLimits, isElementPath, isFilledArray, isFilledString, isId, member, validatePath } from './path'
import type { Pointer, ProblemList } from './problem-list'
import { validateTrustedAuthorities } from './validate-authorities'
import { validateSelection } from './validate-selection'

/** Reports the problems of `claims`. `idsNeeded`: the query has `claim_sets`. OID4VP-1FINAL-6.3 */
function validateClaims(
  claims: unknown,
  {
    at,
    problems,
    format,
    idsNeeded,
    types,
  }: {
    readonly at: Pointer
    readonly problems: ProblemList
    readonly format: unknown
    readonly idsNeeded: boolean
    /** Those of the query; none if one of them is not known. */
    readonly types: readonly KnownType[]
  },
): void {
  if (!isFilledArray(claims)) {
    problems.violation(at, 'It must be an array with at least one claims query.', 'OID4VP-1FINAL-6.1')
    return
  }
  if (claims.length > dcqlLimits.claims)
    problems.refused(at, `There are more than ${dcqlLimits.claims} claims queries.`, 'OID4VP-1FINAL-6.1')
  const ids = new Set<string>()
  const paths = new Set<string>()
  for (const [index, claim] of claims.slice(0, dcqlLimits.claims).entries()) {
    const here = at.to(index)
    if (!isObject(claim)) {
      problems.violation(here, 'A claims query must be a JSON object.', 'OID4VP-1FINAL-6.3')
      continue
    }
    validateClaimId(member(claim, 'id'), { at: here.to('id'), problems, ids, needed: idsNeeded })
    const path = member(claim, 'path')
    validatePath(path, { at: here.to('path'), problems, format })
    if (isFilledArray(path)) {
      const text = JSON.stringify(path)
      if (paths.has(text))
        problems.violation(here.to('path'), 'Another claims query has this path.', 'OID4VP-1FINAL-6.1')
      paths.add(text)
    }
    const values = member(claim, 'values')
    validateValues(values, { at: here.to('values'), problems })
    // What is no path leads nowhere: its form is what is wrong.
    if (format !== 'mso_mdoc' || isElementPath(path)) validateSelection({ path, values }, { at: here, problems, types })
    validateIntentToRetain(member(claim, 'intent_to_retain'), { at: here.to('intent_to_retain'), problems, format })
    problems.unknownMembers(here, claim, [
      'id',
      'path',
      'values',
      ...(format === 'dc+sd-jwt' ? [] : ['intent_to_retain']),
    ])
  }
}

function validateClaimId(
  id: unknown,
  {
    at,
    problems,
    ids,
    needed,
  }: {
    readonly at: Pointer
    readonly problems: ProblemList
    readonly ids: Set<string>
    readonly needed: boolean
  },
): void {
  if (id === undefined) {
    if (needed) problems.violation(at, 'With claim_sets every claims query needs an id.', 'OID4VP-1FINAL-6.3')
  } else if (!isId(id))
    problems.violation(at, 'It must be a string of letters, digits, "_" and "-".', 'OID4VP-1FINAL-6.3')
  else if (ids.has(id)) problems.violation(at, 'Another claims query has this id.', 'OID4VP-1FINAL-6.3')
  else ids.add(id)
}

function validateValues(
  values: unknown,
  { at, problems }: { readonly at: Pointer; readonly problems: ProblemList },
): void {
  if (values === undefined) return
  if (!isFilledArray(values)) {
    problems.violation(at, 'It must be an array with at least one value.', 'OID4VP-1FINAL-6.3')
    return
  }
  for (const [index, value] of values.entries())
    if (typeof value !== 'string' && typeof value !== 'boolean' && !Number.isInteger(value))
      problems.violation(at.to(index), 'It must be a string, an integer or a boolean.', 'OID4VP-1FINAL-6.3')
}

function validateIntentToRetain(
  value: unknown,
  { at, problems, format }: { readonly at: Pointer; readonly problems: ProblemList; readonly format: unknown },
): void {
  if (value !== undefined && format === 'mso_mdoc' && typeof value !== 'boolean')
    problems.violation(at, 'It must be a boolean.', 'OID4VP-1FINALA-B.2.4')
}

/** Formats that can be verified here. */
const supportedFormats = ['dc+sd-jwt', 'mso_mdoc']

/**
 * Reports the problems of one entry of `credentials`. `seen` holds the ids of the entries before it; its own is added.
 * OID4VP-1FINAL-6.1
 */
export function validateCredentialQuery(
  query: unknown,
  context: {
    readonly at: Pointer
    readonly problems: ProblemList
    readonly seen: Set<string>
    readonly transactionDataIds: readonly string[]
    readonly types: readonly KnownType[]
    readonly leaves: ReadonlyMap<string, string>
  },
): void {
  const { at, problems } = context
  if (!isObject(query)) {
    problems.violation(at, 'A credential query must be a JSON object.', 'OID4VP-1FINAL-6.1')
    return
  }
  validateId(member(query, 'id'), context)
  const format = member(query, 'format')
  validateFormat(format, { at: at.to('format'), problems })
  const meta = member(query, 'meta')
  validateMeta(meta, { at: at.to('meta'), problems, format })
  for (const name of ['multiple', 'require_cryptographic_holder_binding']) {
    const value = member(query, name)
    if (value !== undefined && typeof value !== 'boolean')
      problems.violation(at.to(name), 'It must be a boolean.', 'OID4VP-1FINAL-6.1')
  }
  validateBindingForTransactionData(query, context)
  const authorities = member(query, 'trusted_authorities')
  if (authorities !== undefined)
    validateTrustedAuthorities(authorities, { at: at.to('trusted_authorities'), problems, leaves: context.leaves })
  const claims = member(query, 'claims')
  const claimSets = member(query, 'claim_sets')
  if (claims !== undefined)
    validateClaims(claims, {
      at: at.to('claims'),
      problems,
      format,
      idsNeeded: claimSets !== undefined,
      types: typesOf(meta, format, context.types),
    })
  if (claimSets !== undefined) validateClaimSets(claimSets, { at: at.to('claim_sets'), problems, claims })
  problems.unknownMembers(at, query, [
    'id',
    'format',
    'meta',
    'multiple',
    'require_cryptographic_holder_binding',
    'trusted_authorities',
    'claims',
    'claim_sets',
  ])
}

/** The known types that a query names; none if one of them is not known. */
function typesOf(meta: unknown, format: unknown, known: readonly KnownType[]): readonly KnownType[] {
  if (!isObject(meta)) return []
  const named = format === 'dc+sd-jwt' ? member(meta, 'vct_values') : [member(meta, 'doctype_value')]
  if (!isFilledArray(named) || named.length > known.length) return []
  const found = named.map((name) => known.find((one) => one.format === format && one.type === name))
  return found.every((one) => one !== undefined) ? found : []
}

function validateId(
  id: unknown,
  { at, problems, seen }: { readonly at: Pointer; readonly problems: ProblemList; readonly seen: Set<string> },
): void {
  if (!isId(id))
    problems.violation(at.to('id'), 'It must be a string of letters, digits, "_" and "-".', 'OID4VP-1FINAL-6.1')
  else if (seen.has(id)) problems.violation(at.to('id'), 'Another credential query has this id.', 'OID4VP-1FINAL-6.1')
  else seen.add(id)
}

function validateFormat(
  format: unknown,
  { at, problems }: { readonly at: Pointer; readonly problems: ProblemList },
): void {
  if (!isFilledString(format)) problems.violation(at, 'It must be a Credential Format Identifier.', 'OID4VP-1FINAL-6.1')
  else if (!supportedFormats.includes(format))
    problems.unsupported(at, 'Presentations of this format are not verified here.', 'OID4VP-1FINAL-6.1')
}

/** For SD-JWT VCs, transaction data is confirmed in the Key Binding JWT. OID4VP-1FINALA-B.3.3 */
function validateBindingForTransactionData(
  query: Record<string, unknown>,
  context: {
    readonly at: Pointer
    readonly problems: ProblemList
    readonly transactionDataIds: readonly string[]
  },
): void {
  const id = member(query, 'id')
  if (!isId(id) || !context.transactionDataIds.includes(id)) return
  if (member(query, 'format') !== 'dc+sd-jwt' || member(query, 'require_cryptographic_holder_binding') !== false) return
  context.problems.violation(
    context.at.to('require_cryptographic_holder_binding'),
    'Transaction data refers to this credential, so it needs a proof of holder binding.',
    'OID4VP-1FINALA-B.3.3',
  )
}

/** Reports the problems of `claim_sets`. OID4VP-1FINAL-6.1, OID4VP-1FINAL-6.4.1 */
function validateClaimSets(
  sets: unknown,
  { at, problems, claims }: { readonly at: Pointer; readonly problems: ProblemList; readonly claims: unknown },
): void {
  if (claims === undefined) problems.violation(at, 'It must not be there without claims.', 'OID4VP-1FINAL-6.4.1')
  if (!isFilledArray(sets)) {
    problems.violation(at, 'It must be an array with at least one option.', 'OID4VP-1FINAL-6.1')
    return
  }
  const ids = idsOf(claims)
  const named = new Set<unknown>()
  for (const [index, option] of sets.entries()) {
    const here = at.to(index)
    if (!isFilledArray(option)) {
      problems.violation(here, 'An option must be an array with at least one id.', 'OID4VP-1FINAL-6.1')
      continue
    }
    const before = new Set<string>()
    for (const [place, id] of option.entries()) {
      named.add(id)
      if (typeof id !== 'string' || !ids.has(id))
        problems.violation(here.to(place), 'No claims query has this id.', 'OID4VP-1FINAL-6.1')
      else if (before.has(id))
        problems.violation(here.to(place), 'The option names this id before.', 'OID4VP-1FINAL-6.1')
      else before.add(id)
    }
  }
  for (const id of ids)
    if (!named.has(id))
      problems.questionable(
        at,
        `No option names the claims query "${id}", so it is never asked for.`,
        'OID4VP-1FINAL-6.4.1',
      )
}

/** Ids of the claims queries, in order. */
const idsOf = (claims: unknown): ReadonlySet<string> =>
  new Set(
    (Array.isArray(claims) ? claims : []).flatMap((claim: unknown) => {
      const id = isObject(claim) ? member(claim, 'id') : undefined
      return typeof id === 'string' ? [id] : []
    }),
  )

/**
 * Reports the problems of `meta`. It may be empty in general, but each format that is verified here requires a member.
 * OID4VP-1FINAL-6.1, OID4VP-1FINALA-B.2.3, OID4VP-1FINALA-B.3.5
 */
function validateMeta(
  meta: unknown,
  { at, problems, format }: { readonly at: Pointer; readonly problems: ProblemList; readonly format: unknown },
): void {
  if (!isObject(meta)) {
    problems.violation(at, 'It must be a JSON object.', 'OID4VP-1FINAL-6.1')
    return
  }
  if (format === 'dc+sd-jwt') {
    const values = member(meta, 'vct_values')
    if (!isFilledArray(values) || !values.every(isFilledString))
      problems.violation(
        at.to('vct_values'),
        'It must be an array with at least one type, each a non-empty string.',
        'OID4VP-1FINALA-B.3.5',
      )
    problems.unknownMembers(at, meta, ['vct_values'])
  } else if (format === 'mso_mdoc') {
    if (!isFilledString(member(meta, 'doctype_value')))
      problems.violation(at.to('doctype_value'), 'It must be a non-empty string.', 'OID4VP-1FINALA-B.2.3')
    problems.unknownMembers(at, meta, ['doctype_value'])
  }
}
