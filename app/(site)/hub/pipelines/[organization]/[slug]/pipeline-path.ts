import { decoded } from '@/lib/queries/decoded'

/** Route parameters of a pipeline. */
export interface PipelineParams {
  readonly params: Promise<{ readonly organization: string; readonly slug: string }>
}

/** Path of the pipeline in a URL; one that no pipeline has if the URL cannot be decoded. */
export async function pathOf(params: PipelineParams['params']): Promise<string> {
  const { organization, slug } = await params
  return `${decoded(organization) ?? ''}/${decoded(slug) ?? ''}`
}
