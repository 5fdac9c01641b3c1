import type { Form } from '../form'
import type { Misbehaviour, PatchContext } from './misbehaviour'

type Extra = Partial<Omit<Misbehaviour, 'id' | 'title' | 'expect' | 'patchForm'>>

/** A misbehaviour in the form of one step of the authorization code flow. */
export const inFormOf =
  (step: 'par' | 'token') =>
  (
    id: string,
    title: string,
    expect: Misbehaviour['expect'],
    change: (form: Form, context: PatchContext) => void,
    extra: Extra = {},
  ): Misbehaviour => ({
    id,
    title,
    expect,
    ...extra,
    needs: { flow: 'authorization_code', ...extra.needs },
    patchForm: { at: step, change },
  })
