import type { ClaimPosition } from './claim-tree'
import type { ClaimsPath } from './dcql-query'

/**
 * How one presentation matches the credential query that it answers, as facts without a verdict; one bad fact never
 * hides another. `vp.dcql.*`, `vp.min.*`
 */
export interface QueryMatch {
  readonly queryId: string
  /** Index in the array of the VP Token. */
  readonly index: number
  /** False if part of the query was unusable: a mismatch may then not be the wallet's error. */
  readonly queryWhole: boolean
  readonly format: FormatMatch
  readonly type: TypeMatch
  readonly holderBinding: { readonly required: boolean; readonly present: boolean }
  /** The comparison exceeded `comparisonStepsMax`: claims are reported as if the query named none. */
  readonly stopped: boolean
  /** In query order; `null` if the query names no claims. */
  readonly claims: readonly ClaimMatch[] | null
  readonly claimSets: ClaimSetsMatch | null
  readonly trustedAuthorities: readonly TrustedAuthorityMatch[]
  readonly minimisation: Minimisation
}

/** What was revealed beyond the request; `null` if the comparison did not complete. */
export const minimisationOf = (match: QueryMatch | null): Minimisation | null =>
  match === null || match.stopped ? null : match.minimisation

/** `vp.dcql.format` */
interface FormatMatch {
  readonly wanted: string
  /** `null` if the format is unknown here. */
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
  /** What makes a credential of another `vct` match; absent if nothing has to. OID4VP-1FINALA-B.3.5 */
  readonly by?: 'aka_vcts' | 'extends'
  /** The actual `vct` is a URL that may inherit from a requested type, as far as known here. OID4VP-1FINALA-B.3.5 */
  readonly mayInherit: boolean
}

/** One claims query: `vp.dcql.claims_present`, `vp.dcql.values`, `vp.dcql.path_null_index` */
export interface ClaimMatch {
  /** Index in the `claims` array as sent. */
  readonly index: number
  readonly id: string | null
  readonly path: ClaimsPath
  /** What the path selects; empty if missing. */
  readonly selected: readonly ClaimPosition[]
  readonly found: boolean
  /** Everything that it selects is a container in which all was withheld: the place came, and not the value. */
  readonly hollow: boolean
  /**
   * `absent`: a key or an index is missing. `not_an_object`, `not_an_array`: the path meets another kind of node, where
   * the specification aborts. OID4VP-1FINAL-7.1.1
   */
  readonly missing: 'absent' | 'not_an_object' | 'not_an_array' | null
  /** How many path components could be followed; all of them if found. */
  readonly followed: number
  readonly values: ValuesMatch | null
  /** One entry for each `null` and each index of the path, in path order. */
  readonly arrays: readonly ArrayMatch[]
}

/** `vp.dcql.values`. The values themselves are personal data and stay in the claims. */
export interface ValuesMatch {
  readonly wanted: readonly (string | number | boolean)[]
  /** Some selected element equals one of them in type and value. OID4VP-1FINAL-6.3 */
  readonly matches: boolean
  /** Positions of selected elements that equal none of them. */
  readonly others: readonly ClaimPosition[]
  /** An element would match as text, e.g. `"18"` for 18. */
  readonly typeDiffers: boolean
}

/** The arrays that a `null` or an index of the path meets. `vp.dcql.path_null_index`, `vp.min.array_elements` */
export interface ArrayMatch {
  /** Index of the component in the path. */
  readonly component: number
  readonly wanted: number | 'all'
  /** How many arrays the component met. */
  readonly arrays: number
  /** Revealed elements of these arrays. */
  readonly revealed: number
  /** Withheld elements or decoys, which look the same. */
  readonly concealed: number
  /** For an index: an element is present that may be the requested one. For `all`: at least one element is present. */
  readonly delivered: boolean
}

/** `vp.dcql.claim_set`, `vp.dcql.claim_set_preference` */
export interface ClaimSetsMatch {
  readonly options: readonly {
    readonly satisfied: boolean
    /** Claims of this option that are missing, as in `ClaimMatch.index`. */
    readonly missing: readonly number[]
  }[]
  /** The first option that is complete; `null` if none is. */
  readonly first: number | null
  /**
   * The option that best explains what was revealed: among complete ones the one that leaves the fewest revealed claims
   * unexplained, otherwise the one with the fewest missing claims. Ties go to the earlier one.
   */
  readonly best: number
}

/** `vp.dcql.trusted_authority_aki`, `vp.dcql.trusted_authority_other` */
export interface TrustedAuthorityMatch {
  readonly type: string
  /** `not_evaluated` for every type but `aki`. */
  readonly result: 'matches' | 'differs' | 'not_evaluated'
  readonly wanted: readonly string[]
  /** For `aki`: the key identifiers of the chain. */
  readonly actual: readonly string[]
}

/** What was revealed beyond the request. `vp.min.*` OID4VP-1FINAL-6.4.1 */
export interface Minimisation {
  /** Everything that the holder chose to reveal, in claim order. */
  readonly disclosed: readonly DisclosedClaim[]
  /** `vp.min.no_claims_requested`: `null` if the query requests claims, otherwise how many were revealed anyway. */
  readonly withoutRequest: number | null
  /**
   * `vp.min.only_requested_sdjwt`, `vp.min.only_requested_mdoc`: neither requested nor a parent of a requested claim.
   */
  readonly unrequested: readonly ClaimPosition[]
  /** `vp.min.single_claim_set`: requested, but not by the option that best explains what was revealed. */
  readonly beyondClaimSet: readonly ClaimPosition[]
  /** `vp.min.no_parent_overreach`: unrequested claims inside an object that is a parent of a requested claim. */
  readonly siblings: readonly ClaimPosition[]
  /** Revealed parents without a requested claim inside. */
  readonly idleParents: readonly ClaimPosition[]
  /** `vp.min.array_elements`: unrequested elements of an array that a requested path passes through. */
  readonly arrayElements: readonly ClaimPosition[]
  /**
   * `vp.min.non_sd_payload`: top-level claims in clear that no path requests; the issuer's choice, not the wallet's.
   */
  readonly inClear: readonly string[]
}

export interface DisclosedClaim {
  readonly position: ClaimPosition
  /**
   * `requested`: selected by a path, or inside a selected node. `parent`: contains something requested. `unrequested`:
   * neither.
   */
  readonly role: 'requested' | 'parent' | 'unrequested'
  /** Ids of the credential queries that request it: this one, or another one answered with the same credential. */
  readonly requestedBy: readonly string[]
}

/** How the whole VP Token matches the query. `vp.token.*` */
export interface TokenMatch {
  /** Keys that are no credential query's id, in token order. `vp.token.ids_known` */
  readonly unknownIds: readonly string[]
  /** One per credential query, in query order. */
  readonly answers: readonly QueryAnswer[]
  /**
   * Presentations that repeat an earlier one. Under different ids only identical text counts: two queries may request
   * one credential. `vp.token.no_duplicates`
   */
  readonly duplicates: readonly DuplicatePresentation[]
  /** Unanswered ids without `credential_sets`; `null` with them. `vp.token.all_credentials` */
  readonly unanswered: readonly string[] | null
  /** `null` without `credential_sets`. `vp.token.sets_satisfied`, `vp.token.option_chosen` */
  readonly sets: readonly SetMatch[] | null
  /** Everything required was delivered. */
  readonly satisfied: boolean
  /** Not satisfied, but something was sent anyway. `vp.token.no_partial` */
  readonly partial: boolean
  /** With `credential_sets`: answered ids that belong to no chosen option. `vp.token.no_surplus` */
  readonly surplus: readonly string[]
}

/** `vp.token.count`, `vp.token.optional_absent` */
export interface QueryAnswer {
  readonly queryId: string
  readonly multiple: boolean
  /**
   * Required by the query as a whole: there are no `credential_sets`, or every option of a required set contains it.
   */
  readonly required: boolean
  readonly presentations: number
  /** The key is present, with nothing under it. */
  readonly emptyEntry: boolean
}

export interface DuplicatePresentation {
  readonly first: { readonly queryId: string; readonly index: number }
  readonly second: { readonly queryId: string; readonly index: number }
  /** `text`: identical bytes. `credential`: the same credential, presented again. */
  readonly sameAs: 'text' | 'credential'
}

export interface SetMatch {
  /** Index in `credential_sets` as sent. */
  readonly index: number
  readonly required: boolean
  readonly options: readonly {
    readonly ids: readonly string[]
    readonly delivered: readonly string[]
    readonly complete: boolean
  }[]
  /** The complete option with the most credentials, ties go to the earlier one; `null` if none is complete. */
  readonly chosen: number | null
}
