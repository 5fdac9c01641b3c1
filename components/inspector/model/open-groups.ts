import type { InspectorTarget } from '@/lib/paths'

const listOf = (target: InspectorTarget): readonly string[] => target.open?.split(',') ?? []

/** Whether the URL expands this group of checks. */
export const isOpen = (target: InspectorTarget, group: string): boolean =>
  target.all === '1' || listOf(target).includes(group)

/** The same target with this group expanded. */
export const withOpen = (target: InspectorTarget, group: string): InspectorTarget =>
  isOpen(target, group) ? target : { ...target, open: [...listOf(target), group].join(',') }

/** The same target with this group collapsed; `groups` are those that the page lists. */
export function withFolded(target: InspectorTarget, group: string, groups: readonly string[]): InspectorTarget {
  const open = groups.filter((one) => one !== group && isOpen(target, one))
  return { ...target, all: undefined, open: open.length === 0 ? undefined : open.join(',') }
}
