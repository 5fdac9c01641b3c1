import { type CheckGroup, isOfGroup } from '../../engine/checks/check-groups'
import type { ConformanceEntry } from '../../engine/evidence/session-view'
import type { CheckId } from '../../shared/ports/check-id'

/** Members of `checks` that compatible tools read. `null`: the question did not arise, or is open. */
export interface PresentationBooleans {
  readonly presentation_valid: boolean | null
  readonly vp_token_format_valid: boolean
  readonly nonce_verified: boolean
  readonly holder_binding_verified: boolean
  readonly dcql_query_matched: boolean
  readonly signature_valid: boolean | null
  readonly issuer_trusted: boolean | null
  readonly state_verified: boolean | null
  readonly response_encrypted: boolean | null
  readonly data_minimised: boolean | null
  readonly transaction_data_verified: boolean | null
  readonly id_token_verified: boolean | null
  readonly request_object_fetched: boolean | null
  readonly redirect_followed: boolean | null
  readonly issued_credential_presented: boolean | null
  /** `<check id>: <hint>` for everything that refused or invalidated a response. */
  readonly errors: readonly string[]
}

/**
 * Derives each member from its own findings, over all presentations and responses: a missing claim says nothing about a
 * nonce. `valid`: result of the response that counts, `null` before there is one. `issuedCameBack`: whether it
 * contained what the followed session issued.
 */
export function projectVerifierBooleans(
  conformance: readonly ConformanceEntry[],
  { valid, issuedCameBack }: { readonly valid: boolean | null; readonly issuedCameBack: boolean | null },
): PresentationBooleans {
  const judged = (ids: readonly CheckId[]) =>
    conformance.filter(({ id, status }) => isOneOf(ids, id) && ['pass', 'fail', 'warn'].includes(status))
  const sound = (entries: readonly ConformanceEntry[]) =>
    entries.some(({ status }) => status === 'pass') && entries.every(({ status }) => status !== 'fail')
  const all = (...ids: CheckId[]) => ids.every((id) => sound(judged([id])))
  const bound = isBound(conformance)
  const answer = (...ids: CheckId[]) => (judged(ids).length === 0 ? null : all(...ids))
  const anyOf = (...ids: CheckId[]) => (judged(ids).length === 0 ? null : sound(judged(ids)))
  const within = (group: CheckGroup) => conformance.filter(({ id, level }) => isOfGroup(id, group) && level === 'must')
  const compared = within('vp.dcql')
  // If a name repeats, only its last entry was compared, so the name says nothing about the match.
  const tokens = within('vp.token').filter(({ id }) => id !== 'vp.token.unique_keys')
  const minimal = conformance.filter(
    ({ id, level, status }) => isOfGroup(id, 'vp.min') && level !== 'info' && (status === 'pass' || status === 'fail'),
  )
  // If all credentials are optional, a wallet without them presents nothing.
  const isRightlyEmpty = conformance.some(
    ({ id, status }) => id === 'vp.token.empty_when_optional' && status === 'pass',
  )
  return {
    presentation_valid: valid,
    vp_token_format_valid:
      isRightlyEmpty ||
      all('vp.token.present', 'vp.token.is_object', 'vp.token.not_empty', 'vp.token.entry_type') ||
      all('vp.annexc.structure', 'vp.annexc.plaintext'),
    nonce_verified: bound('vp.kb.nonce'),
    holder_binding_verified: bound(
      'vp.kb.signature',
      'vp.kb.typ',
      'vp.kb.iat_present',
      'vp.kb.iat_window',
      'vp.kb.nonce',
      'vp.kb.aud',
      'vp.kb.sd_hash',
    ),
    // Without a query, a well-formed token has nothing to match.
    dcql_query_matched:
      isRightlyEmpty ||
      (compared.some(({ status }) => status === 'pass') &&
        !compared.some(({ id, status }) => isOneOf(askedFor, id) && status === 'not_observed') &&
        [...compared, ...tokens].every(({ status }) => status !== 'fail')),
    signature_valid: anyOf('vp.sdjwt.signature', 'vp.mdoc.issuer_signature'),
    issuer_trusted: trusted(conformance),
    state_verified: answer('vp.response.state_matches'),
    response_encrypted: answer('vp.jwe.decrypts') ?? answer('vp.annexc.decrypts'),
    data_minimised: minimal.length === 0 ? null : minimal.every(({ status }) => status === 'pass'),
    transaction_data_verified: transactionsVerified(conformance),
    id_token_verified: idTokenVerified(conformance),
    request_object_fetched: answer('vp.request.fetched'),
    redirect_followed: answer('vp.redirect.followed'),
    issued_credential_presented: issuedCameBack,
    errors: conformance
      .filter(
        ({ id, error, status }) => (error !== null && status !== 'pass') || (valid === false && isLate({ id, status })),
      )
      .map(({ id, hint }) => `${id}: ${hint ?? ''}`),
  }
}

/** A late browser refuses no request, but invalidates a passed response. HAIP-5.1 */
const isLate = ({ id, status }: Pick<ConformanceEntry, 'id' | 'status'>): boolean =>
  id === 'vp.redirect.followed' && status === 'fail'

const isOneOf = (ids: readonly CheckId[], id: string): boolean => ids.some((one) => one === id)

/** Not observed if the claim may be in an unreadable part of a credential. */
const askedFor: readonly CheckId[] = ['vp.dcql.claims_present', 'vp.dcql.claim_set']

/** Device proofs: each covers nonce, audience and key at once, and one is enough. OID4VP-1FINALA-B.2.6.1 */
const deviceProofs: readonly CheckId[] = ['vp.mdoc.device_signature', 'vp.mdoc.device_mac']
/** If these fail, there is no proof to judge. */
const proofsPresent: readonly CheckId[] = ['vp.kb.present', 'vp.mdoc.device_signed', 'vp.mdoc.device_auth_one']

/**
 * Whether all presentations are bound to this request: an SD-JWT VC by all of the given checks, an mdoc by its device
 * proof. A MAC that the request does not allow is a warning and still binds.
 */
const isBound =
  (conformance: readonly ConformanceEntry[]) =>
  (...keyBinding: CheckId[]): boolean => {
    const of = (...ids: CheckId[]) => conformance.filter(({ id }) => isOneOf(ids, id))
    const verified = (status: string) => status === 'pass' || status === 'warn'
    const proofs = of(...deviceProofs)
    const presentedSdJwt = of(...keyBinding).some(({ status }) => status === 'pass')
    return (
      of(...keyBinding, ...deviceProofs, ...proofsPresent).every(({ status }) => status !== 'fail') &&
      (presentedSdJwt
        ? keyBinding.every((id) => of(id).some(({ status }) => status === 'pass'))
        : proofs.some(({ status }) => verified(status)))
    )
  }

/**
 * Whether transaction data is represented correctly; `null` if none was sent, only its type could tell, or no hash was
 * compared.
 */
function transactionsVerified(conformance: readonly ConformanceEntry[]): boolean | null {
  // Whose key made a right hash is another question.
  const musts = conformance.filter(
    ({ id, level }) => isOfGroup(id, 'vp.txn') && level === 'must' && id !== 'vp.txn.pid_key',
  )
  if (musts.some(({ status }) => status === 'fail')) return false
  const compared = musts.filter(({ id }) => id === 'vp.txn.hashes_match')
  return compared.some(({ status }) => status === 'pass') && compared.every(({ status }) => status !== 'not_observed')
    ? true
    : null
}

/** Whether the ID Token is valid; `null` if none was requested or its signature is unverifiable. */
function idTokenVerified(conformance: readonly ConformanceEntry[]): boolean | null {
  const musts = conformance.filter(({ id, level }) => isOfGroup(id, 'vp.idt') && level === 'must')
  if (musts.some(({ status }) => status === 'fail')) return false
  return musts.some(({ id, status }) => id === 'vp.idt.signature' && status === 'pass') ? true : null
}

/** Whether every issuer is trusted; `null` if no chain could be judged. */
function trusted(conformance: readonly ConformanceEntry[]): boolean | null {
  const entries = conformance.filter(({ id }) => id === 'vp.sdjwt.issuer_trusted' || id === 'vp.mdoc.issuer_trusted')
  if (entries.some(({ status }) => status === 'warn' || status === 'fail')) return false
  return entries.some(({ status }) => status === 'pass') ? true : null
}
