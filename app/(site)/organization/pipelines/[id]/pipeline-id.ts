import { decoded } from '@/lib/queries/decoded'

/** Which pipeline a request is about. */
export interface PipelineOfForm {
  readonly params: Promise<{ readonly id: string }>
}

/** Its id, as the path has it. */
export const pipelineId = async (params: PipelineOfForm['params']): Promise<string> => decoded((await params).id) ?? ''
