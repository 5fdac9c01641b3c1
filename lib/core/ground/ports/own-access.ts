import type { EpochMillis } from '../time/time'
import type { JsonObject } from '../values/json'
import type { Signer } from './signer'

/** Whom an access certificate that is not ours is for. */
export interface OwnHolder {
  /** Its organizationIdentifier, else its serialNumber; `null` without either. E475-4.5 */
  readonly identifier: string | null
  readonly legalName: string
  /** Its common name. */
  readonly tradeName: string
  readonly country: string | null
  /** Its organizational unit; `null` without one. */
  readonly service: string | null
  /** Its subject without the names of a natural person; `null` where it names none. */
  readonly withoutPerson: string | null
}

/** An access certificate of an organisation that tests with its own, with the key that it belongs to. */
export interface OwnCertificate {
  readonly signer: Signer
  readonly holder: OwnHolder
  /** Places in the chain, from 0, of trust anchors, which are not sent. HAIP-6.1.1 */
  readonly dropped: readonly number[]
}

/** An own certificate of the installation. */
export interface OwnIdentity extends OwnCertificate {
  /** Registration certificates that go with it, compact JWS; `null` without one. */
  readonly registration: string | null
  readonly issuerRegistration: string | null
  /** The same key under these certificates, which it may have had before; `null` where the first is not for it. */
  byCertificate(x5c: readonly string[]): Signer | null
  isCurrent(at: EpochMillis): boolean
}

/** Where an own certificate is wrong, and a sentence that says what it must be and repeats nothing of it. */
export interface OwnCertificateProblem {
  readonly member: 'chain' | 'private_key'
  readonly problem: string
}

/** Access certificates that a tester or the operator brings. */
export interface OwnAccess {
  /** Reads what a tester sent. `sealed`: the private key, which only this installation can open. Never throws. */
  read(
    given: { readonly chain: string; readonly privateKey: string | JsonObject },
    at: EpochMillis,
  ): (OwnCertificate & { readonly sealed: string }) | OwnCertificateProblem
  /** The sealed key under these certificates; `null` where it was not sealed here, or the first is not for it. */
  open(sealed: string, x5c: readonly string[]): Signer | null
  /** `null` where the installation has none of this name. */
  identity(name: string): OwnIdentity | null
  /** All that the installation has, with their names, in the order of these. */
  identities(): readonly (readonly [name: string, identity: OwnIdentity])[]
}
