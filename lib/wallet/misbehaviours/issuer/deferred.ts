import type { JsonObject } from '../../json'
import { randomText } from '../../run'
import type { Misbehaviour, PatchContext } from './misbehaviour'

/** Sends no attested key, so that no warning about an untrusted test attester appears. */
const issuer = 'eu-pid-jwt-proof-only'
const deferring = (deferred: JsonObject, more: JsonObject = {}) =>
  ({ issuer, waits: true, sessionOptions: { laboratory: { deferred, ...more } } }) as const
const once = deferring({ interval: 1, pending: 0 })
const denied = deferring({ interval: 1, pending: 0, outcome: 'deny' })

const inRequest = (
  id: string,
  title: string,
  expect: Misbehaviour['expect'],
  change: (request: JsonObject, context: PatchContext) => void,
): Misbehaviour => ({ id, title, expect, needs: once, patchDeferredRequest: { at: 'deferred', change } })

/** Rules for polling for a deferred credential. OID4VCI-1FINAL-9 */
export const deferredMisbehaviours: Misbehaviour[] = [
  {
    id: 'vci.deferred.method_post',
    title: 'Sends the deferred credential request as PUT',
    expect: { status: 405 },
    needs: once,
    patchTarget: {
      at: 'deferred',
      change: (target) => {
        target.method = 'PUT'
      },
    },
  },
  inRequest(
    'vci.deferred.wellformed',
    'Sends the transaction_id as a number',
    { status: 400, error: 'invalid_credential_request' },
    (request) => {
      request.transaction_id = 42
    },
  ),
  inRequest(
    'vci.deferred.wellformed~none',
    'Comes back without a transaction_id',
    { status: 400, error: 'invalid_credential_request' },
    (request) => {
      delete request.transaction_id
    },
  ),
  {
    id: 'vci.deferred.token_valid',
    title: 'Comes back for a deferred credential with an access token that has expired',
    expect: { status: 401, error: 'invalid_token' },
    needs: deferring({ interval: 15, pending: 0 }, { access_token_seconds: 10 }),
    skipsRule: 'token_lifetime',
  },
  inRequest(
    'vci.deferred.transaction_known',
    'Comes back under a transaction_id that it was never given',
    { status: 400, error: 'invalid_transaction_id' },
    (request, { random }) => {
      request.transaction_id = randomText({ random }, 32)
    },
  ),
  {
    id: 'vci.deferred.interval',
    title: 'Comes back for a deferred credential at once',
    expect: 'accepted',
    needs: deferring({ interval: 5, pending: 0 }),
    skipsRule: 'interval',
  },
  {
    id: 'vci.deferred.request_encrypted',
    title: 'Asks in the clear for an encrypted response to its deferred credential request',
    expect: { status: 400, error: 'invalid_encryption_parameters' },
    needs: once,
    patchDeferredRequest: {
      at: 'deferred',
      change: (request, { newKey }) => {
        const jwk = { ...newKey().publicJwk, kid: 'answer', use: 'enc', alg: 'ECDH-ES' }
        request.credential_response_encryption = { jwk, enc: 'A128GCM' }
      },
    },
  },
  {
    id: 'vci.deferred.stops',
    title: 'Comes back again and again for a deferred credential that was denied',
    expect: { status: 400, error: 'credential_request_denied' },
    needs: denied,
    skipsRule: 'deferred_answer',
  },
  {
    id: 'vci.deferred.comes_back',
    title: 'Does not come back for a deferred credential',
    expect: 'accepted',
    ends: 'stopped_by_wallet',
    needs: once,
    staysUnseen: true,
    skip: 'deferred',
  },
  {
    id: 'vci.deferred.refreshes',
    title: 'Gives up a deferred credential rather than refresh its access token',
    expect: 'accepted',
    ends: 'stopped_by_wallet',
    alsoFails: ['vci.flow.completes'],
    needs: { ...deferring({ interval: 15, pending: 0 }, { access_token_seconds: 10, refresh: {} }), settles: 2000 },
    skip: 'refresh',
  },
]
