import {
  type IssuerDeviation,
  type IssuerNeeds,
  type Parameter,
  stops,
  without as withoutMember,
} from './issuer-deviation'
import { goesOnWith } from './next-step'

const byCode: IssuerNeeds = { flow: 'authorization_code' }
const redeems = goesOnWith('requestToken')

/** Replaces the value of a parameter, if present. */
const replaced =
  (name: string, value: string) =>
  (parameters: readonly Parameter[]): readonly Parameter[] =>
    parameters.map(([given, right]) => [given, given === name ? value : right])

const without =
  (name: string) =>
  (parameters: readonly Parameter[]): readonly Parameter[] =>
    parameters.filter(([given]) => given !== name)

/** Replaces the code with an error. */
const denied = (parameters: readonly Parameter[]): readonly Parameter[] =>
  parameters.map((parameter) => (parameter[0] === 'code' ? ['error', 'access_denied'] : parameter))

/** Deviating responses of the authorization server before a token. RFC9126-2.2, RFC6749-4.1.2, RFC9207-2 */
export const authorizationDeviations: readonly IssuerDeviation[] = [
  {
    id: 'par_no_request_uri',
    title: 'The response to the pushed authorization request has no request_uri.',
    clause: 'RFC9126-2.2',
    ...stops(
      'The wallet must not open the authorization endpoint.',
      'Without request_uri in the response to the pushed request, end the flow there.',
    ),
    needs: byCode,
    changes: { pushed: withoutMember('request_uri') },
    next: goesOnWith('authorize', 'requestToken'),
  },
  {
    id: 'authz_state_mismatch',
    title: 'The state of the authorization response is not the one that the wallet pushed.',
    clause: 'RFC6749-10.12',
    ...stops('The wallet must not redeem the code.', 'Compare state with the pushed one before the token request.'),
    needs: byCode,
    changes: { redirect: replaced('state', 'a-state-that-this-wallet-never-sent') },
    next: redeems,
  },
  {
    id: 'authz_iss_mismatch',
    title: 'The iss of the authorization response names another issuer.',
    clause: 'RFC9207-2.4',
    ...stops(
      'The wallet must not redeem the code.',
      'Compare iss with the issuer of the server metadata before the token request.',
    ),
    needs: byCode,
    changes: { redirect: replaced('iss', 'https://another-issuer.example') },
    next: redeems,
  },
  {
    id: 'authz_state_missing',
    title: 'The authorization response has no state although the wallet pushed one.',
    clause: 'RFC6749-4.1.2',
    ...stops(
      'The wallet must not redeem the code.',
      'Without the pushed state in the authorization response, send no token request.',
    ),
    needs: byCode,
    changes: { redirect: without('state') },
    next: redeems,
  },
  {
    id: 'authz_iss_missing',
    title: 'The authorization response has no iss although the metadata announces one.',
    clause: 'RFC9207-2.4',
    ...stops(
      'The wallet must not redeem the code.',
      'Where the metadata announce iss, send no token request without it in the authorization response.',
    ),
    needs: byCode,
    changes: { redirect: without('iss') },
    next: redeems,
  },
  {
    id: 'authz_error',
    title: 'The authorization server denies access and issues no code.',
    clause: 'RFC6749-4.1.2.1',
    ...stops(
      'The wallet must not ask for a token.',
      'Look for error in the authorization response first, and end the flow there.',
    ),
    needs: byCode,
    changes: { redirect: denied },
    next: redeems,
  },
]
