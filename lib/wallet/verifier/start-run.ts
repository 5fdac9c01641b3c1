import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { HeldCredential } from '../formats/stored-credential'
import { createNodeClient } from '../http/node-client'
import type { SendHttp } from '../http/wire'
import { generateKey, type WalletKey } from '../jose/key'
import type { PresentationMisbehaviour } from '../misbehaviours/verifier/misbehaviour'
import { findPresentationMisbehaviour } from '../misbehaviours/verifier/registry'
import type { StepReport } from '../run-log'
import type { TrustSettings } from '../trust/trust-context'
import { createForeignIssuer, type ForeignIssuer } from './foreign-issuer'
import type { RegisteredVerifier } from './request/registered-verifier'
import type { Run } from './run'
import { defaultPresentationProfile, type PresentationProfile } from './settings'

/** Common options of a run of presentation. */
export interface RunOptions {
  /** The wallet's credentials, as returned by a run of issuance. */
  credentials?: HeldCredential[]
  profile?: Partial<PresentationProfile>
  /** The rule to break, or its id. */
  misbehave?: string | PresentationMisbehaviour
  onStep?: (step: StepReport) => void
  /** Trusted roots of verifiers, PEM. Without them the chain is not verified. */
  trustAnchors?: string[]
  /** Trusted roots of issuers of verifier attestations, PEM. Without them such verifiers are refused. */
  attestationIssuers?: string[]
  /** Verifiers that are registered with the wallet. */
  registeredVerifiers?: RegisteredVerifier[]
  /** Trust settings for verifiers: access certificate, registration, lists. Without them, trust is not evaluated. */
  trust?: TrustSettings

  http?: SendHttp
  /** Waits that many milliseconds, like a user who takes time to decide. */
  wait?: (millis: number) => Promise<unknown>
  /** Epoch milliseconds. */
  clock?: () => number
  random?: (bytes: number) => Uint8Array
  /** Generates this run's keys: for encryption, and the holder key of a credential that the wallet issues to itself. */
  keys?: () => WalletKey
  /** The issuer of the credential that the wallet issues to itself. */
  foreignIssuer?: ForeignIssuer
}

let sharedClient: SendHttp | null = null

/**
 * A run that has not begun.
 *
 * @throws RangeError when no misbehaviour has the given name
 */
export function startRun(options: RunOptions): Run {
  const { misbehave = null } = options
  const misbehaviour = typeof misbehave === 'string' ? findPresentationMisbehaviour(misbehave) : misbehave
  const clock = options.clock ?? Date.now
  sharedClient ??= createNodeClient()
  return {
    profile: { ...defaultPresentationProfile, ...options.profile, ...misbehaviour?.needs?.profile },
    send: options.http ?? sharedClient,
    clock,
    wait: options.wait ?? pause,
    random: options.random ?? randomBytes,
    newKey: options.keys ?? (() => generateKey()),
    maxRetries: 0,
    // Must not identify the wallet (OID4VP-1FINAL-15.6).
    userAgent: null,
    misbehaviour,
    onStep: options.onStep ?? (() => {}),
    credentials: options.credentials ?? [],
    trustAnchors: options.trustAnchors ?? [],
    trust: options.trust ?? null,
    attestationIssuers: options.attestationIssuers ?? [],
    registeredVerifiers: options.registeredVerifiers ?? [],
    foreignIssuer: async () => options.foreignIssuer ?? createForeignIssuer(clock()),
    facts: {
      link: null,
      browser: null,
      walletNonce: null,
      requestKey: null,
      replyTo: null,
      request: null,
      verifierInfo: null,
      requestSigner: [],
      trust: null,
      selections: [],
      authorizations: new Map(),
      sdJwt: null,
      foreignIssuer: null,
      redirectUri: null,
    },
    log: [],
    proofs: null,
    misbehaving: false,
  }
}
