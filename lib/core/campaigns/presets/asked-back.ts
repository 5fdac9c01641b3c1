import type { JsonObject } from '../../shared/values/json'
import { fixed, type Preset, unfollowed } from './preset'
import { claim, query, sdJwtPid } from './queries'

/** The credential that a preset asks back, and what happens to it before. */
type Followed = Pick<Preset, 'follows' | 'revokes'>

const answered = fixed('presentation', 'answer', { profile: 'haip' })
const refused = fixed('presentation', 'refusal', { profile: 'haip', expect: 'refusal' })

/** A query for an SD-JWT VC from an issuer of the session's own. OID4VP-1FINAL-6.1 */
const ownSdJwt = (vct: string, members: JsonObject): JsonObject =>
  query([{ id: 'own_type', format: 'dc+sd-jwt', meta: { vct_values: [vct] }, ...members }])

const membershipMdoc = query([
  {
    id: 'own_type',
    format: 'mso_mdoc',
    meta: { doctype_value: 'org.example.membership.1' },
    claims: [{ path: ['org.example.membership.1', 'number'] }],
  },
])

const follows = (preset: Preset, followed: string, more: Followed = {}): Preset => ({
  ...preset,
  follows: followed,
  ...more,
})

/** A query for the PID that names one certificate of its chain as the only authority. OID4VP-1FINAL-6.1.1.1 */
const ofAuthority = (id: string, title: string, certificate: 0 | 1 | 2): Preset => ({
  id,
  kind: 'presentation',
  title,
  expects: 'answer',
  follows: 'own.depth_three',
  body: ({ followedAuthorities }) => ({
    profile: 'haip',
    ...query([
      sdJwtPid([claim(['family_name'])], {
        trusted_authorities: [{ type: 'aki', values: [followedAuthorities?.[certificate] ?? unfollowed.authority] }],
      }),
    ]),
  }),
})

/**
 * Presentations of credentials that the fixed issuers cannot issue. Each asks back what an earlier session of the
 * campaign issued.
 */
export const askedBackPresets: readonly Preset[] = [
  follows(
    answered(
      'ticket_unbound',
      'A ticket that is bound to no key, where the query needs no proof of possession',
      ownSdJwt('urn:example:ticket', {
        claims: [claim(['event']), claim(['seat'])],
        require_cryptographic_holder_binding: false,
      }),
    ),
    'own.unbound_ticket',
  ),
  follows(
    refused(
      'ticket_bound_required',
      'A ticket that is bound to no key, where the query needs a proof of possession',
      ownSdJwt('urn:example:ticket', { claims: [claim(['event'])], require_cryptographic_holder_binding: true }),
    ),
    'own.unbound_ticket',
  ),
  follows(
    answered(
      'pass_by_default',
      'Two passes, one of them bound to a key, where the query does not say whether it needs a proof of possession',
      ownSdJwt('urn:example:pass', { claims: [claim(['level'])] }),
    ),
    'own.bound_pass',
  ),
  follows(
    answered(
      'certificate_whole',
      'A credential without selective disclosure, where the query names no claims',
      ownSdJwt('urn:example:certificate', {}),
    ),
    'own.certificate',
  ),
  ofAuthority('authority_of_leaf', 'A chain of depth three, named by the authority of its end-entity certificate', 0),
  ofAuthority('authority_of_sub_ca', 'A chain of depth three, named by the authority of its sub-CA certificate', 1),
  ofAuthority('authority_of_ca', 'A chain of depth three, named by the authority of its CA certificate', 2),
  follows(
    // No specification says what a wallet that knows SHA-512 does, and HAIP does not require it.
    fixed('presentation', 'report', { profile: 'openid4vp' })(
      'sha512_digests',
      'A credential whose digests are SHA-512',
      ownSdJwt('urn:example:sha512', { claims: [claim(['number'])] }),
    ),
    'own.sha512',
  ),
  follows(
    answered(
      'degrees_with_type',
      'A member that only one object in a list has',
      ownSdJwt('urn:example:degrees', { claims: [claim(['degrees', null, 'type'])] }),
    ),
    'own.degrees',
  ),
  follows(
    answered(
      'degrees_second',
      'The second entry of each list in a list, which only one of them has',
      ownSdJwt('urn:example:degree-lists', { claims: [claim(['degrees', null, 1])] }),
    ),
    'own.degree_lists',
  ),
  follows(
    answered(
      'membership_sd_jwt',
      'An SD-JWT VC with a status',
      ownSdJwt('urn:example:membership', { claims: [claim(['number'])] }),
    ),
    'own.membership_sd_jwt',
  ),
  follows(answered('membership_mdoc', 'An mdoc with a status', membershipMdoc), 'own.membership_mdoc'),
  follows(
    refused('membership_revoked', 'An mdoc that was revoked a moment ago', membershipMdoc),
    'own.membership_mdoc',
    {
      revokes: true,
    },
  ),
]
