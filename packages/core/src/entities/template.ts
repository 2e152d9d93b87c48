import type { ChosenTemplate, Template, TemplateButton, TemplateList } from '../api/templates.ts'
import type * as z from 'zod'

export type TemplateEntity = Readonly<Template>
export type TemplateButtonEntity = Readonly<z.output<typeof TemplateButton>>
export type TemplateListEntity = Readonly<TemplateList>
export type ChosenTemplateEntity = Readonly<ChosenTemplate>
