import type { Care, Fuss } from '../../issuance/care'
import type { Misbehaviour } from './misbehaviour'

/** Asks for no attested key, so that no warning comes of a test attester that nobody anchored. */
const issuer = 'eu-pid-jwt-proof-only'
const byCode = { issuer, flow: 'authorization_code' } as const

/** The wallet goes on with one answer that is wrong on purpose, as if it were right. */
const careless = (
  id: string,
  title: string,
  fault: string,
  overlooks: Care,
  more: Partial<Misbehaviour> = {},
): Misbehaviour => ({
  id,
  title,
  expect: 'accepted',
  overlooks,
  ...more,
  needs: { issuer, ...more.needs, sessionOptions: { ...more.needs?.sessionOptions, fault } },
})

/** The wallet stops at one answer that is only unusual; silence tells it after some seconds. */
const fussy = (id: string, title: string, fault: string, stopsAt: Fuss): Misbehaviour => ({
  id,
  title,
  expect: 'accepted',
  ends: 'stopped_by_wallet',
  stopsAt,
  needs: { issuer, settles: 5, sessionOptions: { fault, settle_seconds: 5 } },
})

/** What a wallet does with answers that are wrong, or unusual, on purpose. */
export const faultMisbehaviours: Misbehaviour[] = [
  careless(
    'vci.token.iss_checked',
    'Redeems a code that comes with the iss of another issuer',
    'authz_iss_mismatch',
    'authz_iss',
    { needs: byCode, alsoFails: ['vci.fault.refused'] },
  ),
  careless(
    'vci.fault.refused',
    'Redeems a code that comes with a state of somebody else',
    'authz_state_mismatch',
    'authz_state',
    { needs: byCode },
  ),
  careless(
    'vci.fault.refused~authz_state_missing',
    'Redeems a code that comes without the state it pushed',
    'authz_state_missing',
    'authz_state',
    { needs: byCode },
  ),
  careless(
    'vci.fault.refused~authz_iss_missing',
    'Redeems a code that comes without the iss that was announced',
    'authz_iss_missing',
    'authz_iss',
    { needs: byCode },
  ),
  fussy('vci.fault.goes_on', 'Stops at a token_type in lower case', 'token_type_other_case', 'token_type_case'),
  fussy(
    'vci.fault.goes_on~no_expires_in',
    'Stops at a token answer that names no lifetime',
    'no_expires_in',
    'no_expires_in',
  ),
]
