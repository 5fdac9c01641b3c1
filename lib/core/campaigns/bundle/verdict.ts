import type { BundleKind } from './bounds'

/** The result of verifying a bundle. */
export type BundleVerdict =
  | { readonly result: 'intact'; readonly bundle: VerifiedBundle }
  | { readonly result: 'unknown_signer'; readonly bundle: VerifiedBundle }
  /** `entry` is the first bad file; `null` for the archive itself. */
  | { readonly result: 'broken'; readonly entry: string | null; readonly problem: string }
  | { readonly result: 'unreadable'; readonly problem: string }

/** An edition as a statement names it, and whether this release has it. */
export interface StatedEdition {
  readonly id: string
  readonly isKnown: boolean
}

/** An edition in words; a stranger's id is shown through `shown`. */
export const editionWords = ({ id, isKnown }: StatedEdition): string =>
  isKnown ? id : `${id}, not known to this release`

/** What an intact bundle says about itself. */
export interface VerifiedBundle {
  readonly kind: BundleKind
  readonly baseUrl: string
  readonly madeAt: string
  readonly files: number
  readonly sessions: number
  /** `null` for a bundle of one session, which names no wallet. */
  readonly wallet: { readonly name: string; readonly version: string } | null
  /** The edition of the official cases; `null` for a bundle without a statement, or one of a commit that is not known. */
  readonly edition: StatedEdition | null
  /** SHA-256 of the manifest in hex, as listed by `GET /coverage`. */
  readonly manifestSha256: string
  /** SHA-256 of the DER of the root that the signer's certificates lead to, in hex. */
  readonly rootSha256: string
}

/** Describes each kind of bundle. */
export const kindWords: Readonly<Record<BundleKind, string>> = {
  statement: 'conformance statement of a wallet, with its evidence',
  campaign: 'report of a campaign, with its sessions',
  session: 'report of one session',
  published: 'published statement of a wallet, without its evidence',
}

/** Exit codes of `npm run verify-report`. */
export const exitCodes: Readonly<Record<BundleVerdict['result'], number>> = {
  intact: 0,
  broken: 1,
  unreadable: 2,
  unknown_signer: 3,
}

/** What an intact bundle proves. */
export const promised = [
  'Nothing in it was changed, added or left out since it was exported.',
  'It was signed with a key that the root certified for the address of the service.',
] as const

/** What no bundle proves. */
export const notPromised = [
  'That it was made at the time that it names: no one else confirmed the time.',
  'What was on record before the export: whoever runs the service could have changed it.',
  'That the wallet was the one that is named.',
  'That the wallet conforms: this is a self-assessment, and no certificate.',
] as const

/** Why a bundle is not what its maker exported: the first file that shows it, and how. */
export class BundleProblem extends Error {
  override readonly name = 'BundleProblem'
  constructor(
    /** Name of the file; `null` for the archive itself. */
    readonly entry: string | null,
    readonly problem: string,
  ) {
    super(problem)
  }
}
