import type { ConformanceEntry } from '../../engine/evidence/session-view'
import { isObject } from '../../shared/values/json'
import type { OfficialCase } from './official-case'

type Finding = Pick<ConformanceEntry, 'id' | 'reason' | 'expected' | 'actual'>

/**
 * The members that a violation of a check is about, by the names that the column `at` has; `null` where it does not say.
 * One check of ours may decide several cases, each of which is about another member.
 */
export function wrongMembers({ id, reason = '', expected, actual }: Finding): readonly string[] | null {
  const key = reason.slice(reason.lastIndexOf('#') + 1)
  return Object.hasOwn(membersOf, id) ? (membersOf[id]?.({ key, expected, actual }) ?? null) : null
}

type Read = (finding: { readonly key: string } & Pick<Finding, 'expected' | 'actual'>) => readonly string[] | null

/** What is wrong by the key of its reason. */
const byReason =
  (known: Readonly<Record<string, readonly string[]>>): Read =>
  ({ key }) =>
    Object.hasOwn(known, key) ? (known[key] ?? null) : null

const headers: Read = ({ key, actual }) => {
  if (key === 'counts') {
    const counts = isObject(actual) ? actual : {}
    return [
      ...(counts.attestation === 1 ? [] : ['attestation.count']),
      ...(counts.pop === 1 ? [] : ['attestation.popCount']),
    ]
  }
  if (key === 'attestation_alone' || key === 'in_one_header') return ['attestation.popCount']
  if (key.startsWith('attestation_')) return ['attestation.form']
  return key.startsWith('pop_') ? ['attestation.popForm'] : null
}

const sdJwtStatus: Read = ({ expected, actual }) => {
  switch (expected) {
    case 'an object':
      return ['status', 'status.status_list.type']
    case 'status_list':
      return ['status.status_list']
    case 'idx, an integer':
      return [actual === 'absent' ? 'status.status_list.members' : 'status.status_list.idx']
    case 'uri, a URL':
      return [actual === null ? 'status.status_list.members' : 'status.status_list.uri']
    default:
      return null
  }
}

const mdocStatus: Read = ({ key, expected, actual }) => {
  if (expected === 'a map') return ['status']
  if (expected === 'status_list or identifier_list') return ['status.status_list']
  const names = Array.isArray(actual) ? actual.map(String) : []
  if (key === 'absent' && names.every((name) => name.startsWith('status_list.'))) return ['status.status_list.members']
  // A finding of an earlier version does not say whether a member is absent.
  const members = key === 'wrong_value' ? [] : ['status.status_list.members']
  const found = names.flatMap((name) => [
    ...(name === 'status_list' ? ['status.status_list.type'] : []),
    ...(/\bidx$/.test(name) ? ['status.status_list.idx', ...members] : []),
    ...(/\buri$/.test(name) ? ['status.status_list.uri', 'status.status_list.uri.type', ...members] : []),
  ])
  return found.length === 0 ? null : found
}

/** The framework takes these, whatever a server announces: then the alg is only not on our list. ECCG ACM 5.2 */
const alg: Read = ({ key, actual }) =>
  key === 'alg_missing' ? ['alg', 'header'] : [actual === 'ES384' || actual === 'ES512' ? 'alg.list' : 'alg']

/** Whether a claim is there, or has another value than it should. */
const presence =
  (isAbsent: (finding: { readonly key: string } & Pick<Finding, 'actual'>) => boolean, value: string): Read =>
  (finding) => [isAbsent(finding) ? 'claims' : value]

const isNothing = (actual: unknown): boolean =>
  Array.isArray(actual) ? actual.every(isNothing) : actual === null || actual === undefined

const membersOf: Readonly<Record<string, Read>> = {
  'vci.wallet_attestation.alg': alg,
  'vci.proof.jwt.alg': alg,
  'vci.key_attestation.alg': alg,
  'vci.wallet_attestation.pop_iss': presence(({ key }) => key === 'absent', 'pop.iss'),
  'vci.wallet_attestation.pop_aud': presence(({ actual }) => isNothing(actual), 'pop.aud'),
  'vci.wallet_attestation.pop_jti': presence(({ key }) => key === 'jti_missing', 'pop.jti'),
  'vci.wallet_attestation.pop_iat': presence(({ key }) => key === 'iat_missing', 'pop.iat'),
  'vci.par.scope_from_metadata': ({ key }) => [key === 'other_configuration' ? 'scope.offered' : 'scope.value'],
  'vci.wallet_attestation.headers_paired': headers,
  'vci.wallet_attestation.typ': ({ actual }) => [actual === null ? 'attestation.typ' : 'attestation.typ.value'],
  'vci.wallet_attestation.pop_typ': () => ['attestation.popTyp'],
  'vci.par.used': () => ['authorize.request_uri'],
  'vci.authorize.only_expected_params': () => ['authorize.others'],
  'vci.authorize.request_uri_known': byReason({
    no_uri: ['authorize.request_uri'],
    unknown: ['authorize.request_uri.value'],
    other_value: ['authorize.request_uri.value'],
    expired: ['authorize.request_uri.time'],
    other_issuer: ['authorize.request_uri.server'],
  }),
  'vci.credential.configuration_known': byReason({
    not_a_string: ['credential_configuration_id.type'],
    not_listed: ['credential_configuration_id.value'],
    other_value: ['credential_configuration_id.value'],
  }),
  'vci.credential.proofs_one_type': byReason({
    not_object: ['proofs.type'],
    no_type: ['proofs.members'],
    several_types: ['proofs.members'],
  }),
  'vci.credential.proofs_count': byReason({
    not_array: ['proofs.jwt.array'],
    empty: ['proofs.jwt.count'],
    too_many: ['proofs.jwt.count'],
    several_attestations: ['proofs.jwt.count'],
    not_text: ['proofs.jwt.element'],
  }),
  'vci.proof.jwt.typ': ({ actual }) =>
    actual === null
      ? ['proof.typ.type', 'header']
      : [typeof actual === 'string' ? 'proof.typ.value' : 'proof.typ.type'],
  'vci.proof.jwt.aud': byReason({
    missing: ['proof.aud.type', 'claims'],
    several: ['proof.aud.type'],
    in_an_array: ['proof.aud.type'],
    other: ['proof.aud.value'],
  }),
  'vci.proof.jwt.iat': presence(({ key }) => key === 'iat_missing', 'proof.iat'),
  'vci.proof.jwt.nonce_present': presence(({ key }) => key !== 'no_text', 'proof.nonce'),
  'vp.sdjwt.status_format': sdJwtStatus,
  'vp.mdoc.mso_status': mdocStatus,
}

/**
 * Whether a check that passed leaves open the member of a case: ours takes either mechanism of a status, by the names that
 * it examined.
 */
export const lacksMember = (id: string, at: string, named: readonly string[] | null): boolean =>
  id === 'vp.mdoc.mso_status' && at === 'status.status_list' && named !== null && !named.includes('status_list')

/** What cases are about whose row names no member: that there is a status, whatever is in it. */
const presences: Readonly<Record<string, string>> = {
  WS_RP_MS_CredentialFormats_029a: 'status',
  WS_RP_MS_CredentialFormats_033a: 'status',
}

/** The member that a case is about; `null` where that is not told apart. */
export const memberOf = ({ id, at }: Pick<OfficialCase, 'id' | 'at'>): string | null =>
  at ?? (Object.hasOwn(presences, id) ? (presences[id] ?? null) : null)
