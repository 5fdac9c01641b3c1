import type { ClauseId } from '../ports/clauses'
import { pointerStep } from '../values/json'

/**
 * A problem of a query, or a remark about it.
 * - `invalid_dcql_query`: breaks a rule of OpenID4VP or exceeds a bound of this service.
 * - `unsupported_credential_format`: well-formed, but responses in this format cannot be verified here.
 * - `unknown_dcql_member`: a member that no specification defines; wallets ignore it. OID4VP-1FINAL-6
 * - `questionable_dcql_query`: allowed, but probably not what was meant.
 */
export interface Problem {
  readonly code:
    | 'invalid_dcql_query'
    | 'unsupported_credential_format'
    | 'unknown_dcql_member'
    | 'questionable_dcql_query'
  /**
   * `refused`: never sent. `violation`: sent only where requests that break the specification are allowed.
   * `note`: always sent.
   */
  readonly severity: 'refused' | 'violation' | 'note'
  /** RFC 6901 pointer into the query; empty for the query itself. */
  readonly pointer: string
  /** One sentence for the author of the query. */
  readonly message: string
  readonly clause: ClauseId
  /**
   * The reason of the check that says so again where a wallet could not answer because of it: what it lacks is then no
   * mistake of the wallet.
   */
  readonly reason?: `${typeof answerable}#${UnanswerableReason | RefusableReason}`
}

/** Why a path or its values select nothing in any credential of a type. */
export type SelectionReason =
  | 'path_below_value'
  | 'text_for_index'
  | 'name_on_array'
  | 'index_on_object'
  | 'claim_unknown'
  | 'values_on_container'
  | 'values_of_other_type'

/** Why a key identifier matches no certificate of an authority. */
export type AuthorityReason =
  | 'authority_wrapped'
  | 'authority_hexadecimal'
  | 'authority_unreadable'
  | 'authority_of_leaf'

/** Why a wallet cannot answer a part of a query, whatever it holds. */
export type UnanswerableReason = SelectionReason | AuthorityReason

/** Why a wallet may refuse a request: what it asks for, or how it is made. */
export type RefusableReason = 'request_problem' | 'format_unread' | 'format_unlisted'

/** The check that a wallet's answer is read with. */
const answerable = 'vp.request.answerable'

/**
 * Collects the problems of a query in the order in which they are found. Unbounded: callers that list them apply a
 * bound.
 */
export class ProblemList {
  private readonly found: Problem[] = []

  /** Breaks a rule of the specification; sent only where violations are allowed. */
  violation(at: Pointer, message: string, clause: ClauseId): void {
    this.add({ code: 'invalid_dcql_query', severity: 'violation', pointer: at.text, message, clause })
  }

  /** Never sent. */
  refused(at: Pointer, message: string, clause: ClauseId): void {
    this.add({ code: 'invalid_dcql_query', severity: 'refused', pointer: at.text, message, clause })
  }

  /** Cannot be verified here. */
  unsupported(at: Pointer, message: string, clause: ClauseId): void {
    this.add({ code: 'unsupported_credential_format', severity: 'violation', pointer: at.text, message, clause })
  }

  /** Allowed, but probably not what was meant. */
  questionable(at: Pointer, message: string, clause: ClauseId): void {
    this.add({ code: 'questionable_dcql_query', severity: 'note', pointer: at.text, message, clause })
  }

  /** Keeps any wallet from answering, and is sent. */
  unanswerable(
    at: Pointer,
    {
      reason,
      message,
      clause,
    }: { readonly reason: UnanswerableReason; readonly message: string; readonly clause: ClauseId },
    severity: 'note' | 'violation' = 'note',
  ): void {
    const code = severity === 'note' ? 'questionable_dcql_query' : 'invalid_dcql_query'
    this.add({ code, severity, pointer: at.text, message, clause, reason: `${answerable}#${reason}` })
  }

  /** Notes every member of an object that is not known. OID4VP-1FINAL-6 */
  unknownMembers(at: Pointer, object: Readonly<Record<string, unknown>>, known: readonly string[]): void {
    for (const name of Object.keys(object)) {
      if (known.includes(name)) continue
      this.add({
        code: 'unknown_dcql_member',
        severity: 'note',
        pointer: at.to(name).text,
        message: 'The specification names no such member here; wallets ignore it.',
        clause: 'OID4VP-1FINAL-6',
      })
    }
  }

  get all(): readonly Problem[] {
    return this.found
  }

  private add(problem: Problem): void {
    this.found.push(problem)
  }
}

/** An immutable RFC 6901 pointer. */
export class Pointer {
  constructor(readonly text = '') {}

  /** Pointer to a member or element below this one. */
  to(...steps: readonly (string | number)[]): Pointer {
    return new Pointer(steps.reduce<string>((text, step) => `${text}/${pointerStep(step)}`, this.text))
  }
}
