import type { HeaderField } from '../../ground/http/exchange'
import type { Signer } from '../../ground/ports/ports'

/** The members of a document. */
export type DocumentMembers = Readonly<Record<string, unknown>>

/** What is known of the fetch of a document whose answer is altered. */
export interface ServedDocument {
  /** The identifier of the issuer that serves it. */
  readonly identifier: string
  /** The public origin of the installation. */
  readonly baseUrl: string
  /** The issuer that sessions share and whose configuration this one takes over. */
  readonly sharedIssuer: string
  /** The address of the issuer metadata of that one. */
  readonly sharedMetadata: string
  /** The credential configuration that the session offers. */
  readonly offered: string
  /** How often the session's document was fetched before; 0 where the deviation does not count that. */
  readonly earlierFetches: number
  /** Address and query of this fetch. */
  readonly address: string
  readonly query: string | null
  /** Whether issuer metadata go out signed. */
  readonly isSigned: boolean
}

/** What is served instead of the right document. */
export interface ServedInstead {
  /** 200 by default. */
  readonly status?: number
  /** That of the right answer by default. */
  readonly mediaType?: string
  readonly headers?: readonly HeaderField[]
  /** Members are sent in the form of the right answer: as JSON, or signed. A text is sent as it is. */
  readonly body: DocumentMembers | string
  /** Recorded at once, and sent after this many seconds. */
  readonly holdSeconds?: number
}

/**
 * Alters a document that is served again and again.
 * @param right its members, which stay as they are
 * @returns `null` where this fetch gets the right one
 */
export type DocumentChange = (right: DocumentMembers, served: ServedDocument) => ServedInstead | null

/** What signed metadata are made of. */
export interface SignedDocument {
  /** Without `alg`, which the signer has. */
  readonly header: DocumentMembers
  readonly claims: DocumentMembers
  readonly signer: Signer
  /** Alters the compact JWS. */
  readonly finish?: (jws: string) => string
}

/** Signers whom no wallet has a reason to trust. */
interface Strangers {
  /** Under a certificate that signs itself. */
  readonly selfSigned: Signer
  /** Under a root that is published nowhere. */
  readonly untrusted: Signer
}

/** Alters what is signed where a wallet asks for signed metadata. */
export type SignatureChange = (right: SignedDocument, served: ServedDocument, strangers: Strangers) => SignedDocument

/** How long an answer may be held back, in seconds. */
export const holdSecondsMax = 20

/** How large an altered document may be, in bytes. */
export const alteredBytesMax = 1024 * 1024
