// Client: the meanings of members are in the page's scripts, so that the RSC payload need not repeat them for each
// tree.
'use client'

import { JsonTree } from '../ui/json-tree'
import type { MemberMark } from '../ui/member-mark'
import { meanings } from './model/meanings'

interface ExplainedTreeProps {
  readonly value: unknown
  /** Findings by the path of the member. */
  readonly marks?: Readonly<Record<string, readonly MemberMark[]>>
  /** Number of levels that are expanded at first. */
  readonly openDepth?: number
}

/** JSON as a tree that explains the members of tokens and messages. */
export const ExplainedTree = (props: ExplainedTreeProps) => <JsonTree {...props} meanings={meanings} />
