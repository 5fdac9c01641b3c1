// Client: what members mean is in the scripts of the page, so that its data need not repeat it for each tree.
'use client'

import { JsonTree } from '../ui/json-tree'
import type { MemberMark } from '../ui/member-mark'
import { meanings } from './model/meanings'

interface ExplainedTreeProps {
  readonly value: unknown
  /** Findings by the path of the member. */
  readonly marks?: Readonly<Record<string, readonly MemberMark[]>>
  /** Levels that are initially unfolded. */
  readonly openDepth?: number
}

/** JSON as a tree that says what the members of tokens and messages mean. */
export const ExplainedTree = (props: ExplainedTreeProps) => <JsonTree {...props} meanings={meanings} />
