import type { CheckId } from '../../ground/ports/check-id'
import { invariant } from '../../ground/ports/errors'

const protocols = ['vci', 'vp'] as const
/** The prefix of a check id. */
export type Protocol = (typeof protocols)[number]

/** Groups of the catalogue in display order: protocol and area, the prefix of their check ids. */
export const checkGroups = [
  'vci.metadata',
  'vci.offer',
  'vci.par',
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
  'vci.flow',
  'vci.fault',
  'vci.pid',
  'vci.trust',
  'vp.request',
  'vp.reqpost',
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
