import type { JsonObject } from '../../shared/values/json'
import { fixed, type Preset, unfollowed } from './preset'
import { claim, query } from './queries'

/** A name that the child says it has too. */
const otherName = 'urn:example:ticket-of-any-kind'

/** A credential whose type extends another one of its issuer. Synthetic data only. SDJWTVC19-2.2.2.2, SDJWTVC19-5.4 */
const issuance: Preset = fixed('issuance', 'answer', {
  issuer_configuration_id: 'eu-pid-jwt-proof-only',
  flow: 'pre_authorized_code',
  credential_offer_mode: 'credential_offer_uri',
})('own.child_type', 'A ticket whose type extends another type of its issuer', {
  laboratory: {
    credentials: [
      {
        id: 'urn:example:child-ticket',
        format: 'dc+sd-jwt',
        claims: { event: 'Test concert', age_group: 'child' },
        display: [{ name: 'Ticket for children (test)', locale: 'en' }],
        extends: 'urn:example:any-ticket',
        aka_vcts: [otherName],
        integrity: true,
      },
      { id: 'urn:example:any-ticket', format: 'dc+sd-jwt', claims: { event: 'Test concert' } },
    ],
  },
})

const wanting = (vct: string): JsonObject =>
  query([{ id: 'own_type', format: 'dc+sd-jwt', meta: { vct_values: [vct] }, claims: [claim(['event'])] }])

const asked = (id: string, title: string, expects: 'report' | 'refusal', body: Preset['body']): Preset => ({
  id,
  kind: 'presentation',
  title,
  expects,
  follows: issuance.id,
  body: (facts) => ({ profile: 'haip', ...body(facts) }),
})

/**
 * A type that extends another, asked back under names that it has, which no text makes a wallet know, and under one that
 * it has not. OID4VP-1FINALA-B.3.5
 */
export const extendingPresets: readonly Preset[] = [
  issuance,
  asked('vct_parent_aka', 'A query for a type that the credential says it is of too', 'report', () =>
    wanting(otherName),
  ),
  asked(
    'vct_parent_extends',
    'A query for a type that the type of the credential extends',
    'report',
    ({ followedParent }) => wanting(followedParent ?? unfollowed.parent),
  ),
  asked(
    'vct_parent_unrelated',
    'A query for a type that the type of the credential does not extend',
    'refusal',
    () => ({
      expect: 'refusal',
      ...wanting('urn:example:unrelated-ticket'),
    }),
  ),
]
