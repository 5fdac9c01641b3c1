import type { EpochMillis } from '../time/time'

/** An issuer that belongs to one session. */
export interface Laboratory {
  /** 22 random base64url characters. Public, because wallets and credentials see it in URLs. */
  readonly id: string
  /** End of its service. */
  readonly until: EpochMillis
  readonly options: LaboratoryOptions
  readonly certificates: LaboratoryCertificates
}

/** Certificates of its signers, base64 DER, leaf first, without the trust anchor. */
export interface LaboratoryCertificates {
  readonly credential: readonly string[]
  readonly mdoc: readonly string[]
  /** Root of `credential`, if it is the laboratory's own; otherwise the installation's. */
  readonly root?: string
  /** Access certificate chain of the metadata signing key. Absent outside the European trust framework. */
  readonly access?: readonly string[]
  /** Root of `mdoc`, if it is not the installation's. */
  readonly mdoc_root?: string
}

/** How a laboratory in the European trust framework is certified. */
export interface LaboratoryTrust {
  /**
   * Which of two contradictory rules its mdoc signer follows: ISO/IEC 18013-5 table B.3 requires a critical extended
   * key usage, TS 119 412-6 a non-critical one.
   */
  readonly mdocSigner: 'iso' | 'etsi'
}

/** Laboratory options; the read-back shows them with defaults filled in. The issuer declares the members. */
// biome-ignore lint/suspicious/noEmptyInterface: another file adds its members.
export interface LaboratoryOptions {}

const idForm = /^[\w-]{22}$/

/** True for a text in the form of a laboratory id. */
export const isLaboratoryId = (text: string): boolean => idForm.test(text)

/** The issuer id of a laboratory, which no configuration shares. */
export const laboratoryIssuerId = (laboratoryId: string): string => `lab:${laboratoryId}`

/** The laboratory id of an issuer; `null` for an issuer that is none. */
export const laboratoryOf = (issuerId: string): string | null =>
  issuerId.startsWith('lab:') ? issuerId.slice('lab:'.length) : null

/** The issuer id of an issuance, which its values and exchanges are bound to. */
export const issuerIdOf = ({
  issuerConfigurationId,
  laboratory,
}: {
  readonly issuerConfigurationId: string
  readonly laboratory?: Pick<Laboratory, 'id'>
}): string => (laboratory === undefined ? issuerConfigurationId : laboratoryIssuerId(laboratory.id))
