/** What a presentation keeps of the European trust framework, or of a registration certificate that its tester sends. */
export interface SessionTrust {
  /** 22 random base64url characters. Certificates carry it to others, which the id of the session must not reach. */
  readonly trust_id: string
  /** The certificate that the request is signed under; `null` outside the framework, or for one that cannot be read. */
  readonly access: KeptCertificate | null
  /** Whom it is for; absent where it is ours. */
  readonly own?: KeptHolder
  /** The registration certificate; `null` for none of ours and none of the tester. */
  readonly registration: KeptRegistration | null
  /** The signed request of a session by value: its link is the same text at every reading. Absent by reference. */
  readonly request_object?: string
}

/** A certificate as facts. */
export interface KeptCertificate {
  readonly subject: string
  readonly issuer: string
  /** Of the DER, lower-case hex. */
  readonly sha256: string
  /** RFC 3339. */
  readonly not_after: string
}

/** Whom an access certificate that is not ours is for. */
export interface KeptHolder {
  readonly name: string
  readonly identifier: string | null
  readonly service: string | null
  /** Its subject without the names of a natural person; `null` where it names none. */
  readonly without_person: string | null
}

export interface KeptRegistration {
  /** `made` by the registrar of this installation for the session, or the tester's `own`. */
  readonly source: 'made' | 'own'
  /** A compact JWS. */
  readonly compact: string
  /** A second one that is shown beside it, for a test. */
  readonly another?: string
  /** Its place in the status list of the session; `null` for one that was not made here. */
  readonly status_index: number | null
}
