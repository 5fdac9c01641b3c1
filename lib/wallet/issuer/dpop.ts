import { createHash } from 'node:crypto'
import { type HeaderList, headerValue, headerValues, setHeader, type WireAnswer } from '../http/wire'
import { type JwtDraft, signJwt } from '../jose/jws'
import { readJsonObject } from '../json'
import { applyPatch } from '../misbehaviours/apply'
import { nowSeconds, type RequestProofs, randomText } from '../run'
import type { DpopUse, StepName, StepRequest } from '../run-log'
import type { Run } from './run'

/** DPoP proofs for the requests of a run. Each proof carries the latest nonce of its server (RFC9449-8, RFC9449-9). */
export function dpopProofs(runOf: () => Run): RequestProofs {
  return {
    add: ({ step, dpop }, target, headers: HeaderList) => {
      if (dpop !== undefined) setHeader(headers, 'DPoP', dpopProof(runOf(), step, target, dpop))
    },
    learn: (request, answer) => {
      if (request.dpop !== undefined || request.step === 'nonce') adoptDpopNonce(runOf(), request, answer)
    },
    demandsAnother: ({ dpop }, answer) => {
      if (dpop === undefined || !demandsDpopNonce(answer)) return false
      const { misbehaviour } = runOf()
      const isRefused =
        misbehaviour?.stopsAt === 'dpop_challenge' ||
        (misbehaviour?.stopsAt === 'challenge_case' && !challengesOf(answer).some((value) => value.startsWith('DPoP ')))
      if (isRefused) runOf().misbehaving = true
      return !isRefused
    },
  }
}

/**
 * A DPoP proof for one request (RFC9449-4.2): a new `jti`, the method, the URL without query and fragment, the hash of
 * the access token if one is presented, and the server's latest nonce.
 */
function dpopProof(run: Run, step: StepName, target: { method: string; url: string }, use: DpopUse): string {
  const { dpopKey: key, dpopNonces } = run.facts
  const nonce = use.challenge ?? dpopNonces[use.role]
  const draft: JwtDraft = {
    header: { typ: 'dpop+jwt', alg: 'ES256', jwk: key.publicJwk },
    claims: {
      jti: randomText(run),
      htm: target.method,
      htu: target.url.split(/[?#]/)[0] ?? target.url,
      iat: nowSeconds(run),
      ...(use.accessToken === undefined ? {} : { ath: accessTokenHash(use.accessToken) }),
      ...(nonce === null ? {} : { nonce }),
    },
    key,
  }
  return signJwt(applyPatch(run, step, run.misbehaviour?.patchDpop, draft))
}

/** `ath`: the base64url SHA-256 of the access token (RFC9449-4.2). */
export function accessTokenHash(accessToken: string): string {
  return createHash('sha256').update(accessToken, 'ascii').digest('base64url')
}

/** A server's latest nonce is used for that server (RFC9449-8.2). The nonce endpoint returns the resource server's. */
function adoptDpopNonce(run: Run, { step, dpop }: StepRequest, answer: WireAnswer): void {
  const [nonce, ...more] = headerValues(answer.headers, 'DPoP-Nonce')
  if (nonce === undefined || more.length > 0) return
  run.facts.dpopNonces[step === 'nonce' ? 'rs' : (dpop?.role ?? 'as')] = nonce
}

const challengesOf = ({ headers }: WireAnswer): string[] => headerValues(headers, 'WWW-Authenticate')

function demandsDpopNonce(answer: WireAnswer): boolean {
  if (headerValue(answer.headers, 'DPoP-Nonce') === null) return false
  if (answer.status === 400) return readJsonObject(answer.body)?.error === 'use_dpop_nonce'
  return answer.status === 401 && challengesOf(answer).some((value) => /^dpop\b.*error="?use_dpop_nonce"?/i.test(value))
}
