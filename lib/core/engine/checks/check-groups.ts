import type { CheckId } from '../../shared/ports/check-id'
import { invariant } from '../../shared/ports/errors'

const protocols = ['vci', 'vp'] as const

/** The prefix of a check id. */
export type Protocol = (typeof protocols)[number]

/** Groups of the catalogue in display order: protocol and area, the prefix of their check ids. */
export const checkGroups = [
  'vci.metadata',
  'vci.offer',
  'vci.par',
  'vci.request_object',
  'vci.details',
  'vci.pkce',
  'vci.client_auth',
  'vci.wallet_attestation',
  'vci.private_key_jwt',
  'vci.authorize',
  'vci.dpop',
  'vci.token',
  'vci.refresh',
  'vci.nonce',
  'vci.credential',
  'vci.batch',
  'vci.identifiers',
  'vci.proof',
  'vci.key_attestation',
  'vci.encryption',
  'vci.deferred',
  'vci.transport',
  'vci.notification',
  'vci.status',
  'vci.wallet_unit',
  'vci.flow',
  'vci.fault',
  'vci.pid',
  'vci.trust',
  'vp.request',
  'vp.reqpost',
  'vp.transport',
  'vp.response',
  'vp.redirect',
  'vp.dcapi',
  'vp.annexc',
  'vp.jwe',
  'vp.error',
  'vp.code',
  'vp.token',
  'vp.dcql',
  'vp.min',
  'vp.sdjwt',
  'vp.kb',
  'vp.mdoc',
  'vp.pid',
  'vp.txn',
  'vp.sca',
  'vp.idt',
  'vp.negative',
  'vp.trust',
] as const

export type CheckGroup = (typeof checkGroups)[number]

/** The group of an id. Throws for an unknown group: add a new area to the list above. */
export function groupOf(id: CheckId): CheckGroup {
  const group = checkGroups.find((one) => isOfGroup(id, one))
  invariant(group, `No group of the catalogue has the check ${id}.`)
  return group
}

/** Checks by group, in the order of the catalogue; those of one group stay in their order. */
export const inCatalogueOrder = <Of extends { readonly group: CheckGroup }>(checks: readonly Of[]): readonly Of[] =>
  checkGroups.flatMap((group) => checks.filter((check) => check.group === group))

/** True if a check belongs to one of these groups. */
export const isOfGroup = (id: string, ...groups: readonly CheckGroup[]): boolean =>
  groups.some((group) => id.startsWith(`${group}.`))

/** The group's name inside its protocol, e.g. `dpop`, as used in the interface. */
export const groupName = (group: CheckGroup): string => group.slice(group.indexOf('.') + 1)

/** The protocol of a group. Throws for a group that is not in a list above. */
export function protocolOf(group: CheckGroup): Protocol {
  const protocol = protocols.find((one) => group.startsWith(`${one}.`))
  invariant(protocol, `No protocol has the group ${group}.`)
  return protocol
}

/** Names of the groups: long for headings, short for the strip. */
export const groupWords: Record<CheckGroup, { readonly long: string; readonly short: string }> = {
  'vci.metadata': { long: 'Metadata retrieval', short: 'Metadata' },
  'vci.offer': { long: 'Credential offer', short: 'Offer' },
  'vci.par': { long: 'Pushed authorization request', short: 'PAR' },
  'vci.request_object': { long: 'Pushed request object', short: 'Request object' },
  'vci.details': { long: 'Authorization details', short: 'Details' },
  'vci.pkce': { long: 'PKCE', short: 'PKCE' },
  'vci.client_auth': { long: 'Client authentication', short: 'Client' },
  'vci.wallet_attestation': { long: 'Wallet attestation', short: 'Attestation' },
  'vci.private_key_jwt': { long: 'Client assertion', short: 'Assertion' },
  'vci.authorize': { long: 'Authorization endpoint', short: 'Authorize' },
  'vci.dpop': { long: 'DPoP, per request', short: 'DPoP' },
  'vci.token': { long: 'Token endpoint', short: 'Token' },
  'vci.refresh': { long: 'Refresh of a token', short: 'Refresh' },
  'vci.nonce': { long: 'Nonce endpoint', short: 'Nonce' },
  'vci.credential': { long: 'Credential request', short: 'Credential' },
  'vci.batch': { long: 'Batch of credentials', short: 'Batch' },
  'vci.identifiers': { long: 'Credential identifiers', short: 'Identifiers' },
  'vci.proof': { long: 'Proof of possession', short: 'Proof' },
  'vci.key_attestation': { long: 'Key attestation', short: 'Key attestation' },
  'vci.encryption': { long: 'Encryption', short: 'Encryption' },
  'vci.deferred': { long: 'Deferred credential request', short: 'Deferred' },
  'vci.transport': { long: 'Transport to the issuer', short: 'Transport' },
  'vci.notification': { long: 'Notification', short: 'Notification' },
  'vci.status': { long: 'Status list', short: 'Status' },
  'vci.wallet_unit': { long: 'Revoked wallet unit', short: 'Wallet unit' },
  'vci.flow': { long: 'Whole session', short: 'Session' },
  'vci.fault': { long: 'Wrong responses on purpose', short: 'Faults' },
  'vp.request': { long: 'Request fetch', short: 'Request' },
  'vp.reqpost': { long: 'Request fetched by POST', short: 'POST' },
  'vp.transport': { long: 'Transport to the verifier', short: 'Transport' },
  'vp.response': { long: 'Response: transport', short: 'Response' },
  'vp.negative': { long: 'Refusal test', short: 'Refusal' },
  'vp.trust': { long: 'Trust in the verifier', short: 'Trust' },
  'vp.redirect': { long: 'Browser redirect', short: 'Redirect' },
  'vp.dcapi': { long: 'Response through a browser', short: 'Browser' },
  'vp.annexc': { long: 'Response of ISO/IEC 18013-7: encryption', short: 'ISO encryption' },
  'vp.jwe': { long: 'Response: encryption', short: 'Encryption' },
  'vp.error': { long: 'Error response', short: 'Error' },
  'vp.code': { long: 'Authorization code', short: 'Code' },
  'vp.token': { long: 'VP Token', short: 'VP Token' },
  'vp.dcql': { long: 'Query match', short: 'Query' },
  'vp.min': { long: 'Data minimisation', short: 'Minimal' },
  'vp.sdjwt': { long: 'SD-JWT VC', short: 'SD-JWT' },
  'vp.kb': { long: 'Key binding', short: 'Key binding' },
  'vp.mdoc': { long: 'Mobile document (mdoc)', short: 'mdoc' },
  'vp.pid': { long: 'Content of a presented PID', short: 'PID' },
  'vp.txn': { long: 'Transaction data', short: 'Transaction' },
  'vp.sca': { long: 'Payments and the like', short: 'Payment' },
  'vp.idt': { long: 'ID Token', short: 'ID Token' },
  'vci.pid': { long: 'PID rules', short: 'PID' },
  'vci.trust': { long: 'Trust in the issuer', short: 'Trust' },
}
