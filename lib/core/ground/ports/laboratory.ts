import type { EpochMillis } from '../time/time'

/** An issuer of its own that belongs to one session. */
export interface Laboratory {
  /** 22 random base64url characters. Public: it stands in addresses that wallets and credentials carry. */
  readonly id: string
  /** How long it is served. */
  readonly until: EpochMillis
  readonly options: LaboratoryOptions
  readonly certificates: LaboratoryCertificates
}

/** The certificates of its signers, base64 DER, leaf first, without the trust anchor. */
export interface LaboratoryCertificates {
  readonly credential: readonly string[]
  readonly mdoc: readonly string[]
  /** The root that `credential` leads to, where it is one of the laboratory's own; otherwise it is the installation's. */
  readonly root?: string
  /** Of the key that signs metadata: its access certificate. Absent outside the European trust framework. */
  readonly access?: readonly string[]
  /** The root that `mdoc` leads to, where it is not the installation's. */
  readonly mdoc_root?: string
}

/** How a laboratory of the European trust framework is certified. */
export interface LaboratoryTrust {
  /**
   * Which rule its signer of mdocs follows where two contradict each other: ISO/IEC 18013-5 table B.3 wants the extended key
   * usage critical, and TS 119 412-6 wants it not to be.
   */
  readonly mdocSigner: 'iso' | 'etsi'
}

/**
 * What a tester may choose of a laboratory; the read-back shows it with the defaults filled in. The issuer adds the
 * members, where it says what each option is.
 */
// biome-ignore lint/suspicious/noEmptyInterface: another file adds its members.
export interface LaboratoryOptions {}

const idForm = /^[\w-]{22}$/

/** Whether a text has the form of the id of a laboratory. */
export const isLaboratoryId = (text: string): boolean => idForm.test(text)

/** The id of the issuer that a laboratory is: no configuration has one like it. */
export const laboratoryIssuerId = (laboratoryId: string): string => `lab:${laboratoryId}`

/** The laboratory that an issuer is; `null` for an issuer that none is. */
export const laboratoryOf = (issuerId: string): string | null =>
  issuerId.startsWith('lab:') ? issuerId.slice('lab:'.length) : null

/** The id of the issuer of an issuance: what its values and exchanges are bound to. */
export const issuerIdOf = ({
  issuerConfigurationId,
  laboratory,
}: {
  readonly issuerConfigurationId: string
  readonly laboratory?: Pick<Laboratory, 'id'>
}): string => (laboratory === undefined ? issuerConfigurationId : laboratoryIssuerId(laboratory.id))
