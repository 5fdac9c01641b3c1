import type { UnusualFeature, WalletRule } from '../../issuer/rules'
import type { Misbehaviour } from './misbehaviour'

const issuer = 'eu-pid-jwt-proof-only'

/** Uses metadata of an issuer that are deliberately wrong, as if they were right. */
const uses = (fault: string, title: string, skipsRule: WalletRule, more: Partial<Misbehaviour> = {}): Misbehaviour => ({
  id: `vci.fault.refused~${fault}`,
  title,
  expect: 'accepted',
  skipsRule,
  ...more,
  needs: { issuer, ...more.needs, sessionOptions: { fault } },
})

/** Stops at metadata that are only unusual. */
const stopsAtOddity = (fault: string, title: string, stopsAt: UnusualFeature): Misbehaviour => ({
  id: `vci.fault.goes_on~${fault}`,
  title,
  expect: 'accepted',
  ends: 'stopped_by_wallet',
  stopsAt,
  needs: { issuer, settles: 5, sessionOptions: { fault, settle_seconds: 5 } },
})

const believes = (fault: string, title: string): Misbehaviour =>
  uses(`signed_metadata_${fault}`, title, 'signed_metadata', { needs: { profile: { signedMetadata: true } } })

/** What a wallet does with metadata of an issuer that are deliberately wrong or unusual. OID4VCI-1FINAL-12.2 */
export const alteredMetadataMisbehaviours: Misbehaviour[] = [
  uses('issuer_metadata_other_issuer', 'Uses the metadata of another issuer on the same host', 'issuer_binding'),
  uses('issuer_metadata_other_host', 'Uses the metadata of an issuer on another host', 'issuer_binding'),
  uses('issuer_metadata_other_port', 'Uses the metadata of an issuer at another port', 'issuer_binding'),
  uses('issuer_metadata_trailing_slash', 'Takes an issuer for the same that has one slash more', 'issuer_binding'),
  uses('issuer_metadata_no_endpoint', 'Guesses the credential endpoint that the metadata lack', 'metadata_shape'),
  uses('issuer_metadata_http_endpoint', 'Uses metadata whose credential endpoint is not secure', 'https', {
    needs: { https: true },
  }),
  uses('issuer_metadata_http_nonce', 'Asks a nonce endpoint that is not secure', 'https', { needs: { https: true } }),
  uses('issuer_metadata_without_offered', 'Guesses the configuration that the metadata lack', 'metadata_shape'),
  uses('issuer_metadata_unknown_format', 'Asks for a credential in a format that it does not know', 'metadata_shape'),
  uses('issuer_metadata_not_json', 'Guesses the metadata where they are no JSON', 'metadata_shape'),
  uses('issuer_metadata_404', 'Guesses the metadata where there are none', 'metadata_shape'),
  uses('issuer_metadata_500', 'Guesses the metadata where their endpoint fails', 'metadata_shape'),
  uses('issuer_metadata_redirect_other', 'Guesses the metadata where it is sent to another issuer', 'metadata_shape'),
  stopsAtOddity(
    'issuer_metadata_other_unknown_format',
    'Stops at metadata with a format that it does not know beside the offered one',
    'unknown_format',
  ),
  stopsAtOddity(
    'issuer_metadata_extra_members',
    'Stops at metadata with a member that nobody defined',
    'unknown_members',
  ),
  believes('bad_signature', 'Uses signed metadata whose signature does not verify'),
  believes('other_sub', 'Uses signed metadata about another issuer'),
  believes('wrong_typ', 'Uses a JWT of another type as signed metadata'),
  believes('alg_none', 'Uses signed metadata without a signature'),
  believes('no_iat', 'Uses signed metadata without a time'),
  believes('expired', 'Uses signed metadata that have expired'),
  believes('untrusted', 'Uses signed metadata of a signer that nobody knows'),
  believes('self_signed', 'Uses signed metadata under a certificate that signs itself'),
]
