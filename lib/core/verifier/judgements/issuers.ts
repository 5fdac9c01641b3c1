import { notApplicable, notObserved, type Outcome, pass, type Reason, violated } from '../../engine/checks/check'
import { shownChainError } from '../../engine/judgements/shown'
import type { CertificateFacts } from '../../shared/ports/certificate-facts'
import type { StatusListProblem } from '../../shared/status/read-status-list-token'
import { say, type Wording, word } from '../../shared/values/wording'
import type { StatusLookup, StatusUnread } from '../read/look-up-statuses'
import type { PresentedSubject } from '../read/response/response-reading'

/** Why an issuer is not trusted, told apart by whether the session refuses such a one. */
export const trustReasons = {
  not_trusted: {
    says: 'The issuer is not trusted: {seen}',
    fix: 'Add the root certificate of the issuer to the trust anchors of the session or of the installation.',
    acts: 'tester',
    error: null,
  },
  not_trusted_as_required: {
    says: 'The issuer is not trusted, and this session requires a trusted one: {seen}',
    fix: 'Add the root certificate of the issuer to the trust anchors of the session or of the installation.',
    acts: 'tester',
    refusal: 'The issuer is not trusted, and this session requires a trusted one.',
  },
} as const satisfies Readonly<Record<string, Reason>>

/**
 * Judges trust in a credential's issuer, by the keys of `trustReasons`. Findings name the rule that the chain breaks.
 * Refuses only in sessions that require a trusted issuer. A certificate says nothing about a credential that its key
 * did not sign.
 * @see OID4VP-1FINAL-8.6
 */
export function judgeIssuerTrust(
  issuerTrusted: boolean | null,
  {
    chain,
    signature,
  }: {
    readonly chain: { readonly facts: CertificateFacts } | null
    readonly signature: { readonly result: 'valid' | 'invalid' | 'unverified' }
  },
  { answer }: Pick<PresentedSubject, 'answer'>,
) {
  if (issuerTrusted === true)
    return signature.result === 'valid'
      ? pass()
      : notObserved(
          say`The certificate is trusted, and its signature does not show that this issuer made the credential.`,
        )
  if (issuerTrusted === null && !answer.session.options.require_trusted_issuer)
    return notObserved(say`There is no certificate chain, or no trust anchor to compare it with.`)
  return violated(answer.session.options.require_trusted_issuer ? 'not_trusted_as_required' : 'not_trusted', {
    expected: say`a chain to a trust anchor`,
    actual: issuerTrusted === false ? brokenRule(chain?.facts) : say`there is no chain of certificates`,
  })
}

function brokenRule(facts: CertificateFacts | undefined): Wording {
  if (!facts?.readable || facts.trustError === null) return say`its certificates lead to no trust anchor`
  return say`its certificates lead to no trust anchor: ${shownChainError(facts.trustError, facts.certificates.length)}`
}

type ReadLookup = Extract<StatusLookup, { read: true }>

/** Reasons for not judging a status. An unresponsive URL says nothing about the credential. */
const unreadBecause: Readonly<Record<StatusUnread, Wording>> = {
  no_reference: say`The status of the credential names no list that can be read.`,
  credential_not_valid: say`The credential is looked at first, and its signature is not valid.`,
  not_fetched: say`This installation fetches no status lists of other hosts; see FETCH_STATUS_LISTS.`,
  too_many_lists: say`The response refers to more lists than this service reads for one.`,
  not_https: say`The address of the list is no https URL.`,
  own_host: say`The address of the list is one of this service, and no list is there.`,
  busy: say`This service had too many other lists to fetch.`,
  share_taken: say`The network of this client had as many other lists on their way as it may have.`,
  host_unknown: say`The host of the list is not known.`,
  address_not_public: say`The host of the list has no public address.`,
  certificate_untrusted: say`The certificate of the host of the list is not trusted.`,
  unreachable: say`The host of the list does not respond.`,
  timed_out: say`The list did not come in time.`,
  too_large: say`The list is larger than this service takes.`,
  redirected: say`The address of the list redirects elsewhere.`,
  status_not_200: say`There is no list at its address.`,
}

/** Judges a credential's status list entry, if the session asks for it. */
export function judgeStatus(
  { present, lookup }: { readonly present: boolean; readonly lookup: StatusLookup | undefined },
  { answer }: PresentedSubject,
  run: (read: ReadLookup) => Outcome,
): Outcome {
  if (!present) return notApplicable(say`The credential has no status.`)
  if (!answer.session.options.check_status)
    return notObserved(say`The session does not ask for it: check_status is off.`)
  if (lookup === undefined) return notObserved(unreadBecause.no_reference)
  return lookup.read ? run(lookup) : notObserved(unreadBecause[lookup.because])
}

const named = [word('valid'), word('revoked'), word('suspended')] as const

/** Display name of a status value. TSL14-7.1 */
const valueWords = (value: number): Wording => named[value] ?? say`the value ${value}`

/** Judges an entry: valid, or not, or missing at its index. */
export function judgeStatusValue({ problems, value }: ReadLookup): Outcome {
  if (problems.length > 0) return notApplicable(say`The list cannot be relied on.`)
  if (value === 0) return pass(valueWords(value))
  return violated({ expected: word('valid'), actual: value === null ? say`no entry at this index` : valueWords(value) })
}

const problemWords: Readonly<Record<StatusListProblem, Wording>> = {
  unreadable: say`neither a signed JWT nor a tagged COSE_Sign1`,
  typ: say`a token of another type`,
  no_key: say`a token without a key of its signer`,
  signature: say`a signature that is not valid`,
  untrusted: say`certificates that lead to no trust anchor`,
  sub: say`the sub of another list`,
  iat: say`no iat, or one in the future`,
  expired: say`an expired list`,
  ttl: say`a ttl that is no positive number`,
  list: say`no status_list with bits and lst`,
  compression: say`a list that is not compressed as ZLIB, or too large`,
}

/** Judges the list itself: signed, current, and the one that the credential names. */
export const judgeStatusToken = ({ problems }: ReadLookup): Outcome =>
  problems.length === 0
    ? pass()
    : violated({
        expected: say`a signed status list of this address`,
        actual: problems.map((one) => problemWords[one]),
      })
