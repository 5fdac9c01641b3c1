import type { LaboratoryOptions } from '../../../shared/ports/laboratory'
import { issuerConfiguration } from '..'
import { credentialContradictions, isSingle } from './credential-options'
import type { BesideLaboratory, Contradiction, Pointers } from './laboratory-option'
import { certificateContradictions, clientAttestationContradictions } from './protocol-options'
import { scopeContradictions } from './scope-names'
import { walletUnitContradictions } from './wallet-unit-options'

/** Whether a fault publishes an http URL where https is required; its name says so. */
export const isOverHttp = (fault: string): boolean => fault.includes('_http_')

type KeptTypes = NonNullable<LaboratoryOptions['credentials']>

const isHosted = ({ format, vct }: KeptTypes[number]): boolean => format === 'dc+sd-jwt' && vct === undefined

/** What faults of hosted metadata change: without it they show nothing. */
const changedBy: Readonly<Record<string, (types: KeptTypes, options: LaboratoryOptions) => boolean>> = {
  type_no_category: (types) => types.some(({ category }) => category !== undefined),
  type_other_transactions: (types) => types.some((type) => type.transaction_types !== undefined),
  type_no_labels: (types) => types.some((type) => type.transaction_types !== undefined),
  type_404: (types) => types.some(isHosted),
  vct_integrity_wrong: (types, options) =>
    types.some((type) => isHosted(type) && (type.integrity === true || options.vct_integrity)),
  extends_circle: (types) => types.some((type) => isHosted(type) && type.id === types[0]?.extends),
}

/** In the order in which they are reported. */
const contradictions: readonly Contradiction[] = [
  {
    members: ['/fault', 'BASE_URL'],
    says: 'This fault replaces an https address by an http one, and this installation has no https address.',
    holds: (_options, { fault, baseUrl }) => fault !== null && isOverHttp(fault) && !baseUrl.startsWith('https:'),
  },
  {
    members: ['/laboratory/batch/issue', '/laboratory/batch/size'],
    says: 'A batch gives at most one credential for each proof.',
    holds: ({ batch }) => batch !== null && (batch.issue ?? batch.size) > batch.size,
  },
  {
    members: ['/laboratory/reuse_policy', '/laboratory/batch'],
    says: 'A reuse policy needs a batch unless it says limited_time and nothing else.',
    holds: ({ reuse_policy: policy, batch }) =>
      batch === null && (policy?.options ?? []).some(({ details }) => !isSingle(details)),
  },
  {
    members: ['/laboratory/reuse_policy/options', '/laboratory/batch/size'],
    says: 'A reuse policy asks for at most as many credentials as a batch has.',
    holds: ({ reuse_policy: policy, batch }) =>
      batch !== null && (policy?.options ?? []).some(({ batch_size: size = 1 }) => size > batch.size),
  },
  {
    members: ['/issuer_configuration_id', '/laboratory/nonce'],
    says: 'An issuer that claims HAIP has a nonce endpoint.',
    holds: ({ nonce }, { issuer_configuration_id: base }) =>
      nonce === 'absent' && issuerConfiguration(base)?.claimsHaip === true,
  },
  {
    members: ['/issuer_configuration_id', '/laboratory/scopes'],
    says: 'An issuer that claims HAIP has a scope for each credential configuration.',
    holds: ({ scopes }, { issuer_configuration_id: base }) => !scopes && issuerConfiguration(base)?.claimsHaip === true,
  },
  ...scopeContradictions,
  {
    members: ['/laboratory/lifetime_seconds', '/access_certificate'],
    says: 'The key of an access certificate is deleted a day after its session: such an issuer is served for at most 86400 seconds.',
    holds: ({ lifetime_seconds: seconds }, { access_certificate: own }) => own !== undefined && seconds > 86_400,
  },
  {
    members: ['/laboratory/encryption', '/fault'],
    says: 'This fault publishes no key to encrypt requests to, so an issuer cannot require that.',
    holds: ({ encryption }, { fault }) =>
      encryption !== 'optional' && encryption !== 'absent' && fault === 'issuer_metadata_response_only',
  },
  {
    members: ['/laboratory/encryption', '/fault'],
    says: 'This fault is about encrypted responses, and such an issuer offers none.',
    holds: ({ encryption }, { fault }) =>
      encryption === 'absent' &&
      fault !== null &&
      ['issuer_metadata_response_only', 'response_not_encrypted'].includes(fault),
  },
  ...credentialContradictions,
  {
    members: ['/laboratory/credentials', '/fault'],
    says: 'None of these types has what this fault changes.',
    holds: (options, { fault }) => {
      const changes = Object.hasOwn(changedBy, fault ?? '') ? changedBy[fault ?? ''] : undefined
      return changes !== undefined && !changes(options.credentials ?? [], options)
    },
  },
  ...certificateContradictions,
  ...clientAttestationContradictions,
  {
    members: ['/laboratory/status/form', '/fault'],
    says: 'A wrong form of the status is the fault of its session.',
    holds: ({ status }, { fault }) => status !== null && status.form !== 'right' && fault !== `status_${status.form}`,
  },
  ...walletUnitContradictions,
]

/** The first contradiction in a request; `null` if there is none. */
export function contradictionIn(
  options: LaboratoryOptions,
  beside: BesideLaboratory,
  among: readonly Contradiction[] = contradictions,
): { readonly members: Pointers; readonly says: string } | null {
  const found = among.find(({ holds }) => holds(options, beside))
  if (found === undefined) return null
  const { members, says } = found
  return { members: typeof members === 'function' ? members(options) : members, says }
}
