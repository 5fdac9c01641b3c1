import { decoded } from '@/lib/queries/decoded'

/** What the address of a pipeline names. */
export interface PipelineParams {
  readonly params: Promise<{ readonly organization: string; readonly slug: string }>
}

/** The path of the pipeline that an address names; no pipeline has it where the address cannot be read. */
export async function pathOf(params: PipelineParams['params']): Promise<string> {
  const { organization, slug } = await params
  return `${decoded(organization) ?? ''}/${decoded(slug) ?? ''}`
}
