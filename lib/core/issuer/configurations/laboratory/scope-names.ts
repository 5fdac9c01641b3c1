import { z } from 'zod'
import type { LaboratoryOptions } from '../../../shared/ports/laboratory'
import type { IssuerConfiguration } from '../issuer-configuration'
import { type Contradiction, laboratoryOption } from './laboratory-option'

/** How scopes are named. OID4VCI-1FINAL-12.2.4 */
export const scopeOptions = {
  scope_names: laboratoryOption({
    schema: z.enum(['id', 'other', 'shared']),
    byDefault: 'id',
    description:
      'What the scope of a credential configuration is: its id (id), another name (other), or one name for all configurations ' +
      '(shared). Wallets take it from the metadata. OpenID4VCI 1.0 sections 5.1.2 and 12.2.4',
  }),
}

export const scopeContradictions: readonly Contradiction[] = [
  {
    members: ['/laboratory/scope_names', '/laboratory/scopes'],
    says: 'An issuer without scopes gives them no name.',
    holds: ({ scope_names: names, scopes }) => names !== 'id' && !scopes,
  },
  {
    members: ['/laboratory/scope_names', '/laboratory/credentials'],
    says: 'Only two or more credential configurations can share a scope.',
    holds: ({ scope_names: names, credentials }) => names === 'shared' && credentials?.length === 1,
  },
]

type Named = Pick<LaboratoryOptions, 'scope_names'>

/**
 * The scope of a credential configuration, as its metadata states it. No issuer has two configurations of one scope but
 * with `shared`.
 * @see OID4VCI-1FINAL-12.2.4
 */
export function scopeOf({ scope_names: names }: Named, configurationId: string): string {
  if (names === 'shared') return 'scope.of-every-credential'
  return names === 'other' ? `scope.${configurationId}` : configurationId
}

/** All scopes of an issuer, each once. */
export const scopesOf = (
  options: Named,
  { credentialConfigurations }: Pick<IssuerConfiguration, 'credentialConfigurations'>,
): string[] => [...new Set(credentialConfigurations.map(({ id }) => scopeOf(options, id)))]
