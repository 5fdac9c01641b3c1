import { editionOf } from './editions'
import type { OfficialCase } from './official-case'

/** A defect of the framework. It is reported with the case, never silently corrected. */
export interface FrameworkDefect {
  /** The edition that it is in; the first unless it says. */
  readonly edition?: string
  /** The affected cases. */
  readonly cases: readonly string[]
  readonly note: string
  /**
   * For contradictory demands: the cases of each side. A wallet that passes a case of one side fails all of the other.
   */
  readonly sides?: readonly [readonly string[], readonly string[]]
}

/** A contradiction affects the cases of all its sides. */
const contradiction = (note: string, ...sides: readonly [readonly string[], readonly string[]]): FrameworkDefect => ({
  cases: sides.flat(),
  note,
  sides,
})

const metadata = (...numbers: string[]) => numbers.map((number) => `WS_RP_MS_Metadata_${number}`)
const integrity = (...numbers: string[]) => numbers.map((number) => `WS_RP_SM_RpIntegrity_${number}`)
const protocol = (...numbers: string[]) => numbers.map((number) => `WS_RP_MS_ProtocolMessages_${number}`)

/** Contradictions and mistakes in the framework as we read it, and how this service handles them. */
export const frameworkDefects: readonly FrameworkDefect[] = [
  contradiction(
    'One case demands that a request by value works, the other that a signed request without request_uri is refused.',
    protocol('004'),
    ['WS_RP_IA_Supportive_007'],
  ),
  contradiction(
    'Cases demand that x509_san_dns, verifier_attestation, a DID and redirect_uri work, another that anything but x509_hash is refused.',
    [
      ...metadata('116', '118', '120', '122', '123', '124', '125', '127'),
      ...integrity('006', '008', '010'),
      'WS_RP_IA_Metadata_015',
      ...protocol('002', '038', '041'),
    ],
    integrity('024'),
  ),
  contradiction(
    'Two cases accept an empty vp_token where the other two demand access_denied. OpenID4VP 8.5 has the error, so it is demanded here.',
    ['WS_RP_DM_CredentialMetadata_CredentialStructure_009', 'WS_RP_IA_MainInteraction_043'],
    protocol('014', '147'),
  ),
  {
    cases: protocol('076'),
    note: 'It demands a response to a query whose meta is empty, which OpenID4VP appendix B.3.5 forbids for this format.',
  },
  {
    cases: protocol('003'),
    note: 'Its objective says that the wallet refuses, its result that the wallet continues. The result is followed here.',
  },
  {
    cases: ['WS_RP_IA_MainInteraction_007'],
    note: 'It demands a proof of possession where the query does without; OpenID4VP leaves that to the wallet.',
  },
  {
    cases: ['WS_RP_IA_MainInteraction_013'],
    note: 'It lets users leave out a claim that the query requires, against OpenID4VP 6.4.1.',
  },
  { cases: ['WS_RP_IA_MainInteraction_033'], note: 'It uses ranges of values, which a DCQL query cannot express.' },
  {
    cases: ['002', '003', '004'].map((number) => `WS_RP_SM_RpIntegrity_CryptographicSignature_${number}`),
    note: 'They repeat RpIntegrity_032 to 034, call RS384 a PSS algorithm, and name ES257, which does not exist.',
  },
  {
    cases: ['WS_RP_DM_Credentialmetadata_Issuingcountry_PID_ISO-mdoc_003'],
    note: 'Its result is that of the issuing jurisdiction. The objective is followed here.',
  },
  {
    cases: ['WS_RP_DM_IdentifyingData_Birthplace_PID_ISO-mdoc_007'],
    note: 'It repeats case 006; the locality is most likely meant, and is judged here.',
  },
  {
    cases: ['WS_RP_DM_IdentifyingData_Nationality_PID_ISO-mdoc_003'],
    note: 'It repeats case 004. The entries of the list are judged here.',
  },
  {
    cases: protocol('090', '091', '092', '093', '094'),
    note: 'They name the member value; in OpenID4VP 6.1.1 it is values.',
  },
  { cases: protocol('150', '151'), note: 'They name the format vc+sd-jwt; in OpenID4VP 1.0 it is dc+sd-jwt.' },
  {
    cases: ['WS_RP_MS_Metadata_134'],
    note: 'It names members for encrypted responses where encrypted Request Objects are meant.',
  },
  {
    cases: ['WS_RP_MS_Metadata_135', 'WS_RP_IA_MainInteraction_064'],
    note: 'What they demand is no MUST of OpenID4VP 5.10 and 8.2.',
  },
  {
    cases: protocol('079', '088'),
    note: 'OpenID4VP has no MUST behind it: matching a trusted authority is a SHOULD (6.1). The case demands the refusal; a session only warns of a response.',
  },
  {
    cases: ['WS_RP_SM_SessionEncryption_003'],
    note: 'It cannot be set up as written, since the wallet chooses the algorithm. A request with unusable keys only takes its place.',
  },
  {
    cases: protocol('018'),
    note: 'Its profile names wallets without transaction_data, its objective those with it. The objective is followed here.',
  },
  {
    cases: ['WS_RP_UC_Presentation_004'],
    note: 'Its profile names the Digital Credentials API, its steps a link or QR code. The steps are followed here, whatever is declared of that API.',
  },
  {
    cases: ['WS_RP_SM_RpIntegrity_027'],
    note: 'Its precondition says that the signature is authentic, which it must not be.',
  },
]

const issuing = (...ids: string[]) => ids.map((id) => `WS_AP_${id}`)
const presenting = (...ids: string[]) => ids.map((id) => `WS_RP_${id}`)

/** Those of the second edition. Where it contradicts a specification, no case of its own demands the opposite. */
const secondDefects: readonly FrameworkDefect[] = [
  {
    cases: protocol('004'),
    note: 'It demands that a request object inside the link works; HAIP 5.1 demands that requests are passed by reference.',
  },
  {
    cases: issuing('MS_ProtocolMessages_037a'),
    note: 'It demands iss, which the wallet instance attestation of TS3 1.5.2 does not have: no wallet satisfies both. The claim is never demanded here.',
  },
  {
    cases: issuing('MS_ProtocolMessages_036a'),
    note: 'In draft 10 of client attestations a DPoP proof may be the proof of possession; then there is no such header.',
  },
  {
    cases: issuing('MS_ProtocolMessages_034b'),
    note: 'It is circular: it applies to wallets that do what it demands.',
  },
  {
    cases: issuing('MS_ProtocolMessages_040a'),
    note: 'It cannot hold for a wallet of ProtocolMessages_034b, whose parameters are in the request object.',
  },
  {
    cases: issuing('IA_Supportive_011b_UF'),
    note: 'Its first step names response_uri where request_uri is meant.',
  },
  {
    cases: issuing('IA_MainInteraction_010a'),
    note: 'It looks for the authorization endpoint in the issuer metadata; it is in those of the authorization server.',
  },
  {
    cases: issuing('SM_DeviceBinding_001a', 'SM_DeviceBinding_001b'),
    note: 'They run test cases for encrypted tokens, which are stored nowhere, on signed ones. Their form is judged here.',
  },
  {
    cases: [
      ...issuing('MS_ProtocolMessages_034d', 'SM_DeviceBinding_010a'),
      ...presenting(
        'MS_CredentialFormats_045b',
        'MS_CredentialFormats_045c',
        'MS_CredentialFormats_045d',
        'SM_SessionEncryption_001a',
        'SM_SessionEncryption_001f',
      ),
    ],
    note: 'It runs shared test cases that are stored nowhere. What its own text says is judged here.',
  },
  {
    cases: issuing('IA_MainInteraction_030b'),
    note: 'An encrypted request has another media type and would fail as written; its shared test cases are stored nowhere.',
  },
  {
    cases: issuing('SM_DeviceBinding_010b'),
    note: 'It leaves open which algorithms an issuer announces.',
  },
  {
    cases: issuing('SM_DeviceBinding_011b'),
    note: 'Its file exists, and the list of the baseline leaves it out.',
  },
  {
    cases: issuing('MS_ProtocolMessages_053b', 'MS_ProtocolMessages_053c'),
    note: 'Both have the same objective. The results, which differ, are followed here.',
  },
  {
    cases: presenting('SM_SessionEncryption_001d'),
    note: 'It has placeholders for clauses and does not say which key it means. The ephemeral key is judged here.',
  },
  { cases: presenting('SM_SessionEncryption_001e'), note: 'One of its preconditions is not written yet.' },
  {
    cases: presenting('SM_SessionEncryption_013'),
    note: 'It is filed under session encryption, with which it has nothing to do.',
  },
  {
    cases: presenting('SM_TrustMechanisms_101b_UF'),
    note: 'It has the wallet tell its user of a missing credential, which is copied from another case.',
  },
].map((defect) => ({ ...defect, edition: '2026-09' }))

const allDefects = [...frameworkDefects, ...secondDefects]

const inEdition = ({ edition = '2026-07' }: FrameworkDefect, id: string): string => `${edition} ${id}`

const keyOf = (one: OfficialCase): string => `${editionOf(one).facts.id} ${one.id}`

/** What is wrong with a case in the framework; `null` if nothing. */
export const defectOf = (one: OfficialCase): string | null => notes.get(keyOf(one)) ?? null

const notes: ReadonlyMap<string, string> = new Map(
  allDefects.flatMap((defect) => defect.cases.map((id) => [inEdition(defect, id), defect.note] as const)),
)

/**
 * The passed cases of its edition that demand the opposite of this one, and so explain its failure; empty if the
 * framework does not contradict itself about it.
 */
export const contradictionsOf = (one: OfficialCase, hasPassed: (id: string) => boolean): readonly string[] =>
  (contraries.get(keyOf(one)) ?? []).filter(hasPassed)

const contraries: ReadonlyMap<string, readonly string[]> = new Map(
  frameworkDefects.flatMap((defect) => {
    const [one, other] = defect.sides ?? [[], []]
    return [
      ...one.map((id) => [inEdition(defect, id), other] as const),
      ...other.map((id) => [inEdition(defect, id), one] as const),
    ]
  }),
)

/** Where a case demands the opposite of a case of the edition before: only a comparison of the two shows it. */
const acrossEditions: Readonly<Record<string, string>> = {
  '2026-09 WS_RP_IA_ProtocolFlow_002e_UF':
    'ProtocolMessages_152 of the edition before demands a fetch and an error code where this case demands that nothing is fetched: no wallet passes both.',
}

/** Which case of the edition before demands the opposite of a case; `null` for none. */
export const contradictionBefore = (one: OfficialCase): string | null => acrossEditions[keyOf(one)] ?? null
