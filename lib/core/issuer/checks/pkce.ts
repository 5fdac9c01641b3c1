import { area, of } from '../../engine/checks/area'
import { notApplicable, pass, violated } from '../../engine/checks/check'
import { shown } from '../../engine/judgements/shown'
import { bare, quote, say } from '../../shared/values/wording'
import { onAuthorization } from '../judgements/requests'
import { misnamedParameter, misnamedReason } from '../judgements/token-parameters'
import type { PushedRequestReading } from '../read/oauth/pushed-request'
import type { TokenReading } from '../read/token/token-reading'

export const pkceChallenge = area(
  'vci.pkce',
  { subject: of<PushedRequestReading>(), rejects: 'invalid_request', impossibleIn: ['pre_authorized_code'] },
  {
    challenge_present: {
      title: 'Pushed request carries a PKCE challenge',
      reasons: {
        broken: {
          says: 'The code_challenge is missing',
          fix: 'Send code_challenge, the base64url SHA-256 of a fresh verifier.',
        },
        other_name: misnamedReason('code_challenge'),
      },
      clauses: ['HAIP-4', 'RFC7636-4.3'],
      level: 'must',
      needs: ['vci.par.content_type'],
      why: 'Only the client that holds the verifier can redeem the code.',
      run: ({ pkce, form }) =>
        pkce.challenge === null
          ? violated({
              expected: say`code_challenge`,
              actual: null,
              asks: [misnamedParameter(form, 'code_challenge')],
            })
          : pass(),
    },
    challenge_wellformed: {
      title: 'PKCE challenge has the form of a SHA-256 hash',
      problem: { subject: 'The code_challenge', must: 'be 43 base64url characters without padding' },
      clauses: ['RFC7636-4.2'],
      level: 'must',
      why: 'A challenge in any other form cannot match a verifier.',
      hint: 'Encode the 32 bytes of the hash as base64url without padding: 43 characters.',
      run: ({ pkce }) => {
        if (pkce.challenge === null) return notApplicable(say`No code_challenge was sent.`)
        return /^[A-Za-z0-9_-]{43}$/.test(pkce.challenge)
          ? pass()
          : violated({ expected: say`43 characters of base64url`, actual: say`${pkce.challenge.length} characters` })
      },
    },
    code_challenge_s256: {
      title: 'PKCE challenge is made with S256',
      problem: 'The PKCE challenge is not made with S256',
      clauses: ['HAIP-4', 'RFC7636-4.3'],
      level: 'must',
      refusal: 'Set code_challenge_method to S256.',
      needs: ['vci.par.content_type'],
      why: 'With plain the challenge is the verifier, so anyone who reads the request can redeem the code.',
      hint: 'Set code_challenge_method to S256, in capitals.',
      run: ({ pkce }) =>
        pkce.method === 'S256' ? pass(say`S256`) : violated({ expected: say`S256`, actual: shown(pkce.method) }),
    },
  },
)

export const pkceFreshness = area(
  'vci.pkce',
  { subject: of<PushedRequestReading>() },
  {
    challenge_fresh: {
      title: 'PKCE challenge was never used before',
      problem: 'The PKCE challenge was used before',
      clauses: ['RFC7636-4.1', 'RFC9700-2.1.1'],
      level: 'must',
      impossibleIn: ['pre_authorized_code'],
      why: 'A reused verifier has already been sent in the clear once.',
      hint: 'Make a new verifier for every authorization request.',
      run: ({ pkce }) => {
        if (pkce.challenge === null) return notApplicable(say`No code_challenge was sent.`)
        return pkce.seen ? violated({ expected: say`a new challenge`, actual: bare.usedBefore }) : pass()
      },
    },
  },
)

/** PKCE at the token endpoint, judged with the code. */
export const pkceTokenChecks = Object.values(
  area(
    'vci.pkce',
    {
      subject: of<TokenReading>(),
      rejects: 'invalid_grant',
      concerns: ['code'],
      impossibleIn: ['pre_authorized_code'],
    },
    {
      verifier_present: {
        title: 'Token request carries the PKCE verifier',
        reasons: {
          broken: {
            says: 'The code_verifier is missing',
            fix: 'Send the code_verifier whose hash was pushed as code_challenge.',
          },
          other_name: misnamedReason('code_verifier'),
        },
        clauses: ['RFC7636-4.5'],
        level: 'must',
        refusal: 'The code_verifier is missing; the code was used up, start again.',
        why: 'The verifier proves that the same wallet started the flow.',
        run: onAuthorization(({ codeVerifier }, { form }) =>
          codeVerifier === null
            ? violated({
                expected: say`code_verifier`,
                actual: null,
                asks: [misnamedParameter(form, 'code_verifier')],
              })
            : pass(),
        ),
      },
      verifier_wellformed: {
        title: 'PKCE verifier has 43 to 128 unreserved characters',
        problem: 'The code_verifier is not 43 to 128 unreserved characters',
        clauses: ['RFC7636-4.1'],
        level: 'must',
        refusal: 'The code_verifier must have 43 to 128 unreserved characters; the code was used up, start again.',
        why: 'A shorter verifier can be found by brute force.',
        hint: 'Make the verifier from 32 random bytes as base64url: 43 characters.',
        run: onAuthorization(({ codeVerifier }) => {
          if (codeVerifier === null) return notApplicable(say`No code_verifier was sent.`)
          return /^[A-Za-z0-9._~-]{43,128}$/.test(codeVerifier)
            ? pass()
            : violated({
                expected: say`43 to 128 unreserved characters`,
                actual: say`${codeVerifier.length} characters`,
              })
        }),
      },
      verifier_matches: {
        title: 'PKCE verifier hashes to the challenge that was pushed',
        reasons: {
          other_verifier: {
            says: 'The SHA-256 of the code_verifier is not the code_challenge of the authorization request',
            fix: 'Keep each verifier with its request, and hash the ASCII text of the verifier, not its decoded bytes.',
          },
          challenge_itself: {
            says: 'The code_verifier is the code_challenge itself',
            fix: 'Send the random text that was hashed, not its hash.',
          },
        },
        clauses: ['RFC7636-4.6'],
        level: 'must',
        refusal: 'The code_verifier does not match the code_challenge; the code was used up, start again.',
        why: 'A verifier that does not match belongs to another request, or to a thief.',
        run: onAuthorization(({ codeVerifier, challengeOfVerifier, verifierMatches, facts }) => {
          if (codeVerifier === null) return notApplicable(say`No code_verifier was sent.`)
          if (verifierMatches) return pass()
          // The most common mistake has its own reason. Its challenge is the verifier itself, so it is not shown.
          return codeVerifier === facts.codeChallenge
            ? violated('challenge_itself', {
                expected: say`the verifier behind the challenge`,
                actual: say`the challenge itself`,
              })
            : violated('other_verifier', {
                expected: { code_challenge: quote(facts.codeChallenge) },
                actual: { challenge_of_code_verifier: quote(challengeOfVerifier) },
              })
        }),
      },
    },
  ),
)

export const pkceAbsence = area(
  'vci.pkce',
  { subject: of<TokenReading>() },
  {
    verifier_absent_preauth: {
      title: 'Pre-authorized token request carries no code verifier',
      problem: 'The pre-authorized token request carries a code verifier',
      clauses: ['RFC7636-4.5'],
      level: 'info',
      concerns: ['code'],
      impossibleIn: ['authorization_code'],
      why: 'A code verifier answers a challenge, and the pre-authorized code flow has none.',
      hint: 'Leave code_verifier out of a pre-authorized token request.',
      run: ({ grant, form }) => {
        if (grant !== 'pre_authorized_code') return notApplicable(say`The request uses another grant.`)
        return form.body.sent('code_verifier')
          ? violated({ expected: say`no code_verifier`, actual: bare.codeVerifierSent })
          : pass()
      },
    },
  },
)
