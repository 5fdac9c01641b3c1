import { isObject } from '../values/json'
import { isFilledString, isId, member } from './member'
import type { Pointer, ProblemList } from './problem-list'
import { validateClaimSets } from './validate-claim-sets'
import { validateClaims } from './validate-claims'
import { validateMeta } from './validate-meta'
import { validateTrustedAuthorities } from './validate-trusted-authorities'

/** Formats whose presentations are verified here. */
const supportedFormats = ['dc+sd-jwt', 'mso_mdoc']

/** Adds the problems of one entry of `credentials`. `seen` holds the ids before it and takes its own. OID4VP-1FINAL-6.1 */
export function validateCredentialQuery(
  query: unknown,
  context: {
    readonly at: Pointer
    readonly problems: ProblemList
    readonly seen: Set<string>
    readonly transactionDataIds: readonly string[]
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
  validateMeta(member(query, 'meta'), { at: at.to('meta'), problems, format })
  for (const name of ['multiple', 'require_cryptographic_holder_binding']) {
    const value = member(query, name)
    if (value !== undefined && typeof value !== 'boolean')
      problems.violation(at.to(name), 'It must be a boolean.', 'OID4VP-1FINAL-6.1')
  }
  validateBindingForTransactionData(query, context)
  const authorities = member(query, 'trusted_authorities')
  if (authorities !== undefined) validateTrustedAuthorities(authorities, { at: at.to('trusted_authorities'), problems })
  const claims = member(query, 'claims')
  const claimSets = member(query, 'claim_sets')
  if (claims !== undefined)
    validateClaims(claims, { at: at.to('claims'), problems, format, idsNeeded: claimSets !== undefined })
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

/** The profile of transaction data for SD-JWT VCs is on the Key Binding JWT. OID4VP-1FINALA-B.3.3 */
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
