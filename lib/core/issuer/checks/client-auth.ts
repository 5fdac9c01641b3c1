import { area, of } from '../../engine/checks/area'
import { type Check, notApplicable, pass, violated } from '../../engine/checks/check'
import { shown } from '../../engine/judgements/shown'
import { bare, quote, say, word } from '../../shared/values/wording'
import {
  type ClientAuthenticationReading,
  isAttested,
} from '../read/oauth/client-authentication/client-authentication-reading'
import { parClient } from './par/request'
import { privateKeyJwt, privateKeyJwtNotes } from './private-key-jwt'
import { walletAttestation, walletAttestationNotes } from './wallet-attestation/attestation'
import { walletAttestationPop } from './wallet-attestation/pop'
import { walletUnit } from './wallet-attestation/unit'

const clientAuth = area(
  'vci.client_auth',
  { subject: of<ClientAuthenticationReading>(), concerns: ['client'] },
  {
    present: {
      title: 'Wallet authenticates as a client',
      problem: 'The wallet did not authenticate as a client',
      clauses: ['HAIP-4.4.1', 'HAIP-4.3'],
      level: 'must',
      profile: 'haip',
      why: 'HAIP issuers only serve wallets that a provider attests; this issuer also serves others, and reports it.',
      hint: 'Send a wallet attestation and its proof of possession with every request to PAR and token.',
      run: ({ methods }) =>
        methods.length > 0
          ? pass(methods.map(word))
          : violated({ expected: say`a wallet attestation`, actual: bare.none }),
    },
    single_method: {
      title: 'Wallet uses one authentication method per request',
      problem: 'The wallet used several authentication methods in one request',
      clauses: ['RFC6749-2.3'],
      level: 'must',
      rejects: 'invalid_client',
      refusal: 'Use one method of client authentication in each request.',
      why: 'Two methods could name two different clients.',
      hint: 'Use one method of client authentication in each request.',
      run: ({ methods }) =>
        methods.length <= 1
          ? pass(methods[0] === undefined ? bare.none : word(methods[0]))
          : violated({ expected: say`one method`, actual: methods.map(word) }),
    },
    method_advertised: {
      title: 'Wallet authenticates with a method listed in the metadata',
      problem: 'The wallet authenticated with a method that the metadata does not list',
      clauses: ['RFC8414-2'],
      level: 'must',
      rejects: 'invalid_client',
      refusal: 'Use a method of client authentication that the metadata lists.',
      why: 'The server cannot verify a method that it does not announce.',
      hint: 'Choose from token_endpoint_auth_methods_supported of the authorization server metadata.',
      run: ({ methods, advertised }) => {
        const foreign = methods.filter((method) => !advertised.some((known) => known === method))
        return foreign.length === 0 ? pass() : violated({ expected: advertised.map(word), actual: foreign.map(word) })
      },
    },
  },
)

/** Judged with the code, because the client is compared with the code's owner. */
export const clientConsistencyChecks = Object.values(
  area(
    'vci.client_auth',
    { subject: of<ClientAuthenticationReading>() },
    {
      consistent: {
        title: 'Wallet is the same client at PAR and at the token endpoint',
        reasons: {
          other_client: {
            says: 'The code was issued to another client than {seen}',
            fix: 'Send the client_id of the pushed request in the token request too.',
          },
          other_method: {
            says: 'The client authenticates with the method {seen}, and did so with another in the pushed request',
            fix: 'Authenticate in the token request with the method of the pushed request.',
            error: 'invalid_client',
          },
        },
        refusal: 'The code was issued to another client, or to one that authenticated differently.',
        clauses: ['RFC6749-4.1.3', 'HAIP-4.3'],
        level: 'must',
        rejects: 'invalid_grant',
        concerns: ['client', 'code'],
        impossibleIn: ['pre_authorized_code'],
        why: 'A code may only be redeemed by the client that asked for it.',
        run: ({ endpoint, pushed, methods, claimedClientId }) => {
          if (endpoint !== 'token' || pushed === null)
            return notApplicable(say`There is no pushed request to compare with.`)
          const method = methods.length > 1 ? 'multiple' : (methods[0] ?? 'none')
          // The form of an attestation's proof of possession may change between requests.
          if (method !== pushed.method && !(isAttested(method) && isAttested(pushed.method)))
            return violated('other_method', { expected: quote(pushed.method), actual: word(method) })
          return claimedClientId === null || claimedClientId === pushed.clientId
            ? pass(word(method))
            : violated('other_client', { expected: shown(pushed.clientId), actual: shown(claimedClientId) })
        },
      },
    },
  ),
)

/** Client authentication at PAR and token endpoint, in order of refusal. */
export const clientAuthenticationChecks: readonly Check<ClientAuthenticationReading>[] = [
  ...Object.values(clientAuth),
  ...Object.values(walletAttestation),
  ...Object.values(walletAttestationPop),
  parClient.client_id_is_attestation_sub,
  ...Object.values(privateKeyJwt),
  ...Object.values(walletAttestationNotes),
  ...Object.values(walletUnit),
  ...Object.values(privateKeyJwtNotes),
]
