import { paths } from '@/lib/paths'

/** Names the form of a pipeline (`null`: a new one) with what was typed in it, for the address of another page. */
export const pipelineFormName = (id: string | null, draft: string): string => `${id ?? ''}.${draft}`

/** The page of a form that an address names; `null` for none. */
export function pipelineFormPath(name: string): string | null {
  const [, id, draft] = /^([a-z0-9]{0,15})\.([\w-]{1,40})$/.exec(name) ?? []
  if (id === undefined || draft === undefined) return null
  return id === '' ? paths.newPipeline({ draft }) : paths.organizationPipeline(id, { draft })
}
