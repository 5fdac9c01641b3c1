import { area, of } from '../../../engine/checks/area'
import { notApplicable, pass, type Reason, violated } from '../../../engine/checks/check'
import { shownPath } from '../../../engine/judgements/shown'
import type { ClaimsPath } from '../../../shared/dcql/dcql-query'
import type { RefusableReason, UnanswerableReason } from '../../../shared/dcql/problem-list'
import { isObject } from '../../../shared/values/json'
import { quote, type Said, say } from '../../../shared/values/wording'
import { type Refusable, refusableIn, type Unanswerable, unanswerableIn } from '../../judgements/unanswerable'
import type { PresentedReading, ResponseReading } from '../../read/response/response-reading'
import { meaningOf } from '../error-codes'

/** What a wallet lacks because a path of the query selects nothing. */
const ofPath = {
  acts: 'tester',
  clause: 'OID4VP-1FINAL-7.1.1',
  explains: ['vp.dcql.claims_present', 'vp.dcql.claim_set'],
} as const

const ofValues = { acts: 'tester', clause: 'OID4VP-1FINAL-6.3', explains: ['vp.dcql.values'] } as const

const ofAuthority = {
  acts: 'tester',
  clause: 'OID4VP-1FINAL-6.1.1.1',
  explains: ['vp.dcql.trusted_authority_aki'],
} as const

const reasons: Readonly<Record<UnanswerableReason | RefusableReason, Reason>> = {
  path_below_value: {
    says: 'The query asks for {seen}, which leads below a text, a number or a boolean',
    fix: 'End the path at the claim that holds the value.',
    ...ofPath,
  },
  text_for_index: {
    says: 'The query asks for {seen}, with a text where an array has an index',
    fix: 'Write the index as a JSON number, without quotes.',
    ...ofPath,
  },
  name_on_array: {
    says: 'The query asks for {seen}, with a name where an array has its elements',
    fix: 'Put null for all elements, or the index of one, in place of the name or before it.',
    ...ofPath,
  },
  index_on_object: {
    says: 'The query asks for {seen}, with an index or null where an object has its members',
    fix: 'Put the name of a member in place of the index or null.',
    ...ofPath,
  },
  claim_unknown: {
    says: 'The query asks for {seen}, which the type of the credential does not have',
    fix: 'Take the path from the claims that the metadata of the type, or of its issuer, lists.',
    ...ofPath,
  },
  values_on_container: {
    says: 'The query compares {seen} with values, and an object or an array stands there',
    fix: 'Leave values out, or let the path go on to a text, a number or a boolean.',
    ...ofValues,
  },
  values_of_other_type: {
    says: 'The query compares {seen} with values of another JSON type than the claim has',
    fix: 'Write a number in values without quotes, and a text with them, as the claim has it.',
    ...ofValues,
  },
  authority_wrapped: {
    says: 'The aki at {seen} is the DER around a key identifier',
    fix: 'Put the bytes of the identifier alone into values, in base64url without padding.',
    ...ofAuthority,
  },
  authority_hexadecimal: {
    says: 'The aki at {seen} is hexadecimal',
    fix: 'Encode the bytes of the key identifier in base64url without padding.',
    ...ofAuthority,
  },
  authority_unreadable: {
    says: 'The aki at {seen} is no key identifier in base64url without padding',
    fix: 'Take the KeyIdentifier of the AuthorityKeyIdentifier of a certificate, and encode its bytes in base64url.',
    ...ofAuthority,
  },
  authority_of_leaf: {
    says: 'The aki at {seen} is the key identifier of the certificate of an issuer, not of the authority above it',
    fix: 'Take the KeyIdentifier of the AuthorityKeyIdentifier of that certificate.',
    ...ofAuthority,
  },
  request_problem: {
    says: 'The request of this session has a problem at {place}: {rule}',
    fix: 'Change that member of the request; request_problems lists every place with one.',
    acts: 'tester',
    clause: 'OID4VP-1FINAL-5',
    explains: ['vp.dcql.claims_present', 'vp.dcql.claim_set'],
  },
  format_unread: {
    says: 'The query asks at {place} for a format that this service does not verify',
    fix: 'Ask for dc+sd-jwt or mso_mdoc.',
    acts: 'tester',
    clause: 'OID4VP-1FINAL-6.1',
  },
  format_unlisted: {
    says: 'The query asks for a format that {place} does not list',
    fix: 'Add the format of the query to vp_formats_supported, or leave that member out.',
    acts: 'tester',
    clause: 'OID4VP-1FINAL-11.1',
  },
}

/** Reads the tester's own query where a wallet answers it, so that nobody looks for the cause in the wallet. */
export const answerable = area(
  'vp.request',
  { subject: of<ResponseReading>() },
  {
    answerable: {
      title: 'Request is one that a wallet can answer',
      reasons,
      clauses: ['OID4VP-1FINAL-7.1.1', 'OID4VP-1FINAL-6.3', 'OID4VP-1FINAL-6.1.1.1'],
      level: 'info',
      why: 'A wallet cannot deliver what no credential has, nor what is not asked for as specified, and is right to refuse.',
      run: (reading) => {
        const asked = unanswerableIn(reading.session)
        const refusable = refusableIn(reading.session)
        if (asked.length + refusable.length === 0)
          return notApplicable(say`Nothing in the request keeps every wallet from answering it.`)
        if (reading.kind !== 'error' && reading.kind !== 'presentation')
          return notApplicable(say`The response holds neither a presentation nor an error.`)
        const problem = refusable.find((one) => hasCaused(one, reading))
        if (problem !== undefined)
          return violated(problem.reason, {
            expected: say`a request that a wallet can answer`,
            actual: { place: quote(problem.pointer), rule: quote(problem.message.replace(/\.$/, '')) },
          })
        const [first] = reading.kind === 'error' ? asked : asked.filter((one) => isUnanswered(one, reading))
        return first === undefined
          ? pass(say`The wallet answered it nevertheless.`)
          : violated(first.reason, {
              expected: say`something that a credential can have`,
              actual: seenOf(first, reading),
            })
      },
    },
  },
)

/**
 * Whether a problem accounts for the response: an error, unless it tells of something else, or a presentation without
 * the claim that could not be read.
 */
function hasCaused(
  { ofQuery, claim }: Refusable,
  { kind, walletError, presentations, session }: ResponseReading,
): boolean {
  if (kind !== 'error')
    return claim !== null && presentations.some(({ queryId }) => queryId === idAt(session, claim.credential))
  const meaning = meaningOf(walletError?.code ?? null)
  return meaning !== 'unavailable' && (ofQuery || meaning !== 'user')
}

function idAt({ request }: ResponseReading['session'], credential: number): unknown {
  const query = request.dcql_query
  const asked = isObject(query) && Array.isArray(query.credentials) ? query.credentials[credential] : undefined
  return isObject(asked) ? asked.id : undefined
}

const isUnanswered = ({ queryId, claim }: Unanswerable, { presentations }: ResponseReading): boolean =>
  presentations.every((presented) => presented.queryId !== queryId || lacks(presented, claim))

function lacks({ match }: PresentedReading, index: number | null): boolean {
  if (match === null || match.stopped) return true
  if (index === null) return !match.trustedAuthorities.some(({ result }) => result === 'matches')
  const claim = match.claims?.find((one) => one.index === index)
  return claim === undefined || !claim.found || claim.values?.matches === false
}

/** Longest path that is shown as it is. */
const pathCharactersMax = 200

function seenOf({ queryId, claim, pointer }: Unanswerable, { request: { dcql } }: ResponseReading): Said {
  const claims = dcql?.credentials.find(({ id }) => id === queryId)?.claims ?? []
  const path: ClaimsPath | undefined = claims.find(({ index }) => index === claim)?.path
  if (path === undefined) return quote(pointer)
  const text = JSON.stringify(path)
  return text.length > pathCharactersMax ? shownPath(path) : quote(text)
}
