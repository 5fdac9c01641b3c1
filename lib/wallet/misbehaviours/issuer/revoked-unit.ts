import type { Misbehaviour } from './misbehaviour'

/** An issuer that reads the status of the wallet unit, gives refresh tokens, and needs no nonce in between. */
const reads: Misbehaviour['needs'] = {
  issuer: 'eu-pid-jwt-proof-only',
  sessionOptions: {
    trust_framework: 'eu',
    laboratory: {
      nonce: 'absent',
      key_attestations: 'required',
      refresh: {},
      wallet_unit: { check_status: true },
    },
  },
  profile: { reissue: true },
}

/** Wallets that ask for new credentials although their unit was revoked since. TS3-2.4.3 */
export const revokedUnitMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.wallet_attestation.status_valid',
    title: 'Refreshes its token with a wallet unit that was revoked',
    expect: { status: 401, error: 'invalid_client' },
    needs: reads,
    unitRevoked: 1,
  },
  {
    id: 'vci.key_attestation.status_valid',
    title: 'Asks for credentials for keys in a key storage that was revoked',
    expect: { status: 400, error: 'invalid_proof' },
    needs: reads,
    unitRevoked: 2,
  },
  {
    id: 'vci.wallet_unit.after_revocation',
    title: 'Goes on after it was told that its unit is revoked',
    expect: { status: 401, error: 'invalid_client' },
    decidedBy: 'vci.wallet_attestation.status_valid',
    alsoFails: ['vci.wallet_attestation.status_valid'],
    needs: reads,
    unitRevoked: 1,
    repeat: { step: 'refresh', after: 'refused' },
  },
]
