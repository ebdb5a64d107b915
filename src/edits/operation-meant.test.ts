import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_EDITS } from './all-edits.ts';
import { EDIT_OPERATIONS } from './edit-operation.ts';
import { CALLED_OTHERWISE, operationMeant } from './operation-meant.ts';

const settling = 'accept_revision or reject_revision';

/** What is meant → what people and models call it, whatever the kind of file. */
const SAID: Readonly<Record<string, string>> = {
  accept_revision: 'accept_changes accept_all_changes accept_tracked_changes acceptAllChanges accept_all approve_changes accept_suggestion',
  reject_revision: 'reject_changes reject_all_changes reject_tracked_change reject_all decline_changes discard_changes undo_changes',
  [settling]: 'resolve_revision resolve_changes settle_revisions resolve_tracked_changes',
  replace_text: 'find_replace search_and_replace replace_words replace_all findAndReplace replace_string replace_content',
  'replace_text or set_text': 'update_text change_text edit_text',
  rewrite_block: 'rewrite_paragraph replace_paragraph update_paragraph edit_heading rename_heading change_block set_paragraph_text',
  insert_blocks: 'add_paragraph insert_heading append_content insert_markdown add_list insert_page_break add_text',
  delete_block: 'remove_paragraph delete_heading delete_text remove_table delete_section',
  move_block: 'move_paragraph reorder_blocks move_table move_section',
  set_format: 'format_text set_font apply_style bold highlight_text set_color set_alignment format_paragraph set_font_size',
  'set_cell_text or set_cells': 'update_cell edit_cells',
  set_cells: 'write_values set_range set_cell_value fill_cells write_range',
  set_formula: 'insert_formula write_formula',
  insert_rows: 'add_row append_rows insert_table_row',
  delete_columns: 'remove_column drop_column',
  merge_cells: 'merge join_cells merge_table_cells',
  unmerge_cells: 'unmerge',
  insert_image: 'add_picture insert_figure insert_logo',
  replace_image: 'change_picture swap_image update_image',
  insert_text_box: 'add_textbox create_text_box',
  'add_chart or insert_chart': 'create_chart insert_graph',
  set_alt_text: 'add_alt_text set_image_alt',
  remove_link: 'delete_hyperlink unlink',
  add_footnote: 'insert_endnote create_footnote',
  delete_footnote: 'remove_endnote',
  set_control: 'fill_content_control tick_checkbox',
  add_control: 'insert_content_control add_checkbox',
  set_header_footer: 'set_header add_footer',
  set_page: 'set_margins page_setup set_orientation set_columns set_paper_size',
  insert_section_break: 'add_section section_break',
  delete_section_break: 'remove_section_break delete_section_breaks',
  refresh_toc: 'update_toc update_table_of_contents',
  set_property: 'set_metadata set_properties set_title update_document_property',
  add_comment: 'comment insert_comments',
  reply_comment: 'reply reply_to_comment',
  resolve_comment: 'close_comment',
  restyle: 'apply_look set_document_style',
  duplicate_slide: 'copy_slide clone_slide',
  move_slide: 'reorder_slides',
  add_connector: 'add_arrow draw_line',
  insert_media: 'add_video insert_audio',
  set_shape: 'move_shape resize_shape',
  order_shape: 'bring_to_front send_to_back',
  set_notes: 'set_speaker_notes',
  copy_sheet: 'duplicate_worksheet',
  rename_sheet: 'set_sheet_name',
  set_sheet: 'hide_sheet set_tab_color',
  define_name: 'add_named_range',
  remove_rules: 'delete_conditional_formatting',
  protect_sheet: 'lock_sheet',
  freeze: 'freeze_panes',
  set_auto_filter: 'add_filter filter',
  update_pivot: 'refresh_pivot_table',
  redact: 'redact_text',
};

test('what an operation is called elsewhere names the one that there is', () => {
  const wrong = Object.entries(SAID).flatMap(([meant, names]) =>
    names.split(' ').flatMap((said) => {
      const found = operationMeant(said, EDIT_OPERATIONS);
      return found === meant ? [] : [`${said} should be ${meant}, is ${found}`];
    }),
  );
  assert.deepEqual(wrong, []);
  for (const said of ['sing', 'do_it', '', 'x'.repeat(500)]) assert.equal(operationMeant(said, EDIT_OPERATIONS), undefined);
});

test('of a kind of file that is known, only what it takes is named', () => {
  const asked = (kind: keyof typeof ALL_EDITS, said: string): string | undefined =>
    operationMeant(
      said,
      ALL_EDITS[kind].map(({ op }) => op),
    );
  const cases: [keyof typeof ALL_EDITS, string, string][] = [
    ['docx', 'add_table', 'insert_blocks'],
    ['docx', 'insert_table', 'insert_blocks'],
    ['pptx', 'add_table', 'insert_table'],
    ['docx', 'edit_text', 'replace_text'],
    ['docx', 'set_cells', 'set_cell_text'],
    ['xlsx', 'set_cell', 'set_cells'],
    ['docx', 'create_chart', 'insert_chart'],
    ['xlsx', 'create_chart', 'add_chart'],
    ['docx', 'set_bookmark', 'add_bookmark'],
    ['pptx', 'add_notes', 'set_notes'],
    ['docx', 'add_page_numbers', 'set_header_footer'],
    ['docx', 'fill_form_field', 'set_control'],
    ['pdf', 'set_watermark', 'stamp'],
    ['docx', 'apply_theme', 'restyle'],
  ];
  for (const [kind, said, meant] of cases) assert.equal(asked(kind, said), meant, `${said} on ${kind}`);
});

test('other names are told of operations that there are', () => {
  assert.deepEqual(
    CALLED_OTHERWISE.filter((op) => !EDIT_OPERATIONS.includes(op)),
    [],
  );
});
