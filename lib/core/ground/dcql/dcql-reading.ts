import type { ClaimPosition } from './claim-tree'
import type { ClaimsPath } from './dcql-query'

/**
 * How one presentation relates to the credential query that it answers, as facts: nothing here is a verdict, and no fact
 * is left out because another one is bad. `vp.dcql.*`, `vp.min.*`
 */
export interface QueryMatch {
  readonly queryId: string
  /** Place in the array of the VP Token. */
  readonly index: number
  /** False when a part of the query was unusable; then a mismatch may not be the wallet's error. */
  readonly queryWhole: boolean
  readonly format: FormatMatch
  readonly type: TypeMatch
  readonly holderBinding: { readonly required: boolean; readonly present: boolean }
  /**
   * The comparison took more steps than `comparisonStepsMax`: nothing is known of the claims, which are as if the query named
   * none.
   */
  readonly stopped: boolean
  /** In the order of the query; `null` when it names no claims. */
  readonly claims: readonly ClaimMatch[] | null
  readonly claimSets: ClaimSetsMatch | null
  readonly trustedAuthorities: readonly TrustedAuthorityMatch[]
  readonly minimisation: Minimisation
}

/** What was revealed beyond what was asked for; `null` where nothing was compared to the end. */
export const minimisationOf = (match: QueryMatch | null): Minimisation | null =>
  match === null || match.stopped ? null : match.minimisation

/** `vp.dcql.format` */
interface FormatMatch {
  readonly wanted: string
  /** `null` when the presentation is of no format that is known here. */
  readonly actual: string | null
  readonly matches: boolean
}

/** `vp.dcql.vct`, `vp.dcql.doctype` */
export interface TypeMatch {
  readonly kind: 'vct' | 'doctype' | 'any'
  /** `vct_values`, or the one `doctype_value`; empty for `any`. */
  readonly wanted: readonly string[]
  readonly actual: string | null
  /** True for `any`. */
  readonly matches: boolean
  /** The actual `vct` is a URL that may inherit from a wanted type; nothing is fetched to find out. OID4VP-1FINALA-B.3.5 */
  readonly mayInherit: boolean
}

/** One claims query: `vp.dcql.claims_present`, `vp.dcql.values`, `vp.dcql.path_null_index` */
export interface ClaimMatch {
  /** Index in the `claims` array as it was sent. */
  readonly index: number
  readonly id: string | null
  readonly path: ClaimsPath
  /** What the path selects; empty when it is missing. */
  readonly selected: readonly ClaimPosition[]
  readonly found: boolean
  /**
   * `absent`: a key or an index is not there. `not_an_object`, `not_an_array`: the path meets another kind of node, for
   * which the specification aborts. OID4VP-1FINAL-7.1.1
   */
  readonly missing: 'absent' | 'not_an_object' | 'not_an_array' | null
  /** How many components could be followed before nothing was left; all of them when found. */
  readonly followed: number
  readonly values: ValuesMatch | null
  /** One entry for each `null` and each index of the path, in its order. */
  readonly arrays: readonly ArrayMatch[]
}

/** `vp.dcql.values`. The values themselves are personal and stay in the claims. */
export interface ValuesMatch {
  readonly wanted: readonly (string | number | boolean)[]
  /** Some selected element equals one of them in type and value. OID4VP-1FINAL-6.3 */
  readonly matches: boolean
  /** Positions of selected elements that equal none of them. */
  readonly others: readonly ClaimPosition[]
  /** An element would be equal as a text, e.g. `"18"` where 18 is wanted. */
  readonly typeDiffers: boolean
}

/** What the arrays hold that a `null` or an index of the path meets. `vp.dcql.path_null_index`, `vp.min.array_elements` */
export interface ArrayMatch {
  /** Place of the component in the path. */
  readonly component: number
  readonly wanted: number | 'all'
  /** Arrays that were met there. */
  readonly arrays: number
  /** Elements of these arrays that were revealed. */
  readonly revealed: number
  /** Elements that were kept back or are decoys, which look the same. */
  readonly concealed: number
  /** For an index: an element is there that may be the wanted one. For `all`: at least one element is there. */
  readonly delivered: boolean
}

/** `vp.dcql.claim_set`, `vp.dcql.claim_set_preference` */
export interface ClaimSetsMatch {
  readonly options: readonly {
    readonly satisfied: boolean
    /** Indexes, as in `ClaimMatch.index`, of claims of this option that are missing. */
    readonly missing: readonly number[]
  }[]
  /** The first option that is fully there; `null` when none is. */
  readonly first: number | null
  /**
   * The option that explains best what was revealed: among the satisfied ones the one that leaves the fewest revealed
   * claims unexplained, else the one with the fewest claims missing. Ties go to the earlier one.
   */
  readonly best: number
}

/** `vp.dcql.trusted_authority_aki`, `vp.dcql.trusted_authority_other` */
export interface TrustedAuthorityMatch {
  readonly type: string
  /** `not_evaluated` for every type but `aki`. */
  readonly result: 'matches' | 'differs' | 'not_evaluated'
  readonly wanted: readonly string[]
  /** For `aki`: the identifiers of the chain. */
  readonly actual: readonly string[]
}

/** What was revealed beyond what was asked for. `vp.min.*` OID4VP-1FINAL-6.4.1 */
export interface Minimisation {
  /** Everything that the holder chose to reveal, in the order of the claims. */
  readonly disclosed: readonly DisclosedClaim[]
  /** `vp.min.no_claims_requested`: `null` when the query asks for claims, else how many were revealed nevertheless. */
  readonly withoutRequest: number | null
  /** `vp.min.only_requested_sdjwt`, `vp.min.only_requested_mdoc`: neither asked for nor on the way to what was. */
  readonly unrequested: readonly ClaimPosition[]
  /** `vp.min.single_claim_set`: asked for, but by no claim of the option that explains best what was revealed. */
  readonly beyondClaimSet: readonly ClaimPosition[]
  /** `vp.min.no_parent_overreach`: unrequested claims inside an object parent of a requested claim. */
  readonly siblings: readonly ClaimPosition[]
  /** A parent that was revealed though nothing requested is inside it. */
  readonly idleParents: readonly ClaimPosition[]
  /** `vp.min.array_elements`: unrequested elements of an array that a requested path goes through. */
  readonly arrayElements: readonly ClaimPosition[]
  /** `vp.min.non_sd_payload`: top-level claims in clear that no path asks for; the issuer's choice, not the wallet's. */
  readonly inClear: readonly string[]
}

export interface DisclosedClaim {
  readonly position: ClaimPosition
  /**
   * `requested`: selected by a path, or inside what one selects. `parent`: on the way to something requested.
   * `unrequested`: neither.
   */
  readonly role: 'requested' | 'parent' | 'unrequested'
  /** Ids of the credential queries that ask for it: this one, or another one answered with the same credential. */
  readonly requestedBy: readonly string[]
}

/** How the whole VP Token relates to the query. `vp.token.*` */
export interface TokenMatch {
  /** Keys that no credential query has as its id, in the order of the token. `vp.token.ids_known` */
  readonly unknownIds: readonly string[]
  /** One for each credential query, in the order of the query. */
  readonly answers: readonly QueryAnswer[]
  /**
   * Each presentation that repeats an earlier one. Under different ids only the same text counts: two queries may ask
   * for one credential. `vp.token.no_duplicates`
   */
  readonly duplicates: readonly DuplicatePresentation[]
  /** Without `credential_sets`: ids that were not answered. `null` with them. `vp.token.all_credentials` */
  readonly unanswered: readonly string[] | null
  /** `null` without `credential_sets`. `vp.token.sets_satisfied`, `vp.token.option_chosen` */
  readonly sets: readonly SetMatch[] | null
  /** Everything that is required was delivered. */
  readonly satisfied: boolean
  /** Not satisfied, and something was sent nevertheless. `vp.token.no_partial` */
  readonly partial: boolean
  /** With `credential_sets`: answered ids that belong to no chosen option. `vp.token.no_surplus` */
  readonly surplus: readonly string[]
}

/** `vp.token.count`, `vp.token.optional_absent` */
export interface QueryAnswer {
  readonly queryId: string
  readonly multiple: boolean
  /** Required by the query as a whole: no `credential_sets`, or in every option of a required one. */
  readonly required: boolean
  readonly presentations: number
  /** The key is there, with nothing under it. */
  readonly emptyEntry: boolean
}

export interface DuplicatePresentation {
  readonly first: { readonly queryId: string; readonly index: number }
  readonly second: { readonly queryId: string; readonly index: number }
  /** `text`: the same bytes. `credential`: the same credential presented again. */
  readonly sameAs: 'text' | 'credential'
}

export interface SetMatch {
  /** Index in `credential_sets` as it was sent. */
  readonly index: number
  readonly required: boolean
  readonly options: readonly {
    readonly ids: readonly string[]
    readonly delivered: readonly string[]
    readonly complete: boolean
  }[]
  /** The complete option with the most credentials, ties go to the earlier one; `null` when none is complete. */
  readonly chosen: number | null
}
