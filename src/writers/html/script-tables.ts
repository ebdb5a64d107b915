/** The script of tables that sort and filter: buttons in the heads, a field above. Without it they are tables. */

export const TABLE_SCRIPT = String.raw`
(function(){
var es=/^(es|gl|eu|ca)/.test(document.documentElement.lang);
var say=es?{seek:'Filtrar filas',of:' de ',rows:' filas'}:{seek:'Filter rows',of:' of ',rows:' rows'};
var collator=new Intl.Collator(document.documentElement.lang||'en',{numeric:true,sensitivity:'base'});
var comma=/^(es|fr|de|pt|it|ca|gl|eu|nl|pl|ru|uk|sv|da|nb|fi|tr|cs)/.test(document.documentElement.lang);
function number(text){
  var t=text.replace(/[\s\u00a0\u202f']/g,'').replace(/[\u2212\u2013]/g,'-');
  var m=/^\(?[^\d(-]{0,4}(-?\d[\d.,]*)/.exec(t);
  if(!m)return null;
  var v=m[1],d=v.lastIndexOf('.'),c=v.lastIndexOf(',');
  if(d>-1&&c>-1)v=d>c?v.replace(/,/g,''):v.replace(/\./g,'').replace(',','.');
  else if(c>-1)v=!comma&&/^-?\d{1,3}(,\d{3})+$/.test(v)?v.replace(/,/g,''):v.replace(',','.');
  else if(d>-1&&comma&&/^-?\d{1,3}(\.\d{3})+$/.test(v))v=v.replace(/\./g,'');
  var n=parseFloat(v);
  return isNaN(n)?null:/^\(.*\)$/.test(t)?-n:n;
}
function valueOf(row,at){var cell=row.cells[at];return(cell.getAttribute('data-v')||cell.textContent).trim();}
Array.prototype.forEach.call(document.querySelectorAll('table[data-sort]'),function(table){
  var body=table.tBodies[0],rows=Array.prototype.slice.call(body.rows),heads=table.tHead.rows[0].cells;
  Array.prototype.forEach.call(heads,function(head,at){
    if(!head.textContent.trim())return;
    var button=document.createElement('button');
    button.type='button';button.className='sort';
    while(head.firstChild)button.appendChild(head.firstChild);
    head.appendChild(button);
    button.addEventListener('click',function(){
      var up=head.getAttribute('aria-sort')!=='ascending';
      Array.prototype.forEach.call(heads,function(other){other.removeAttribute('aria-sort');});
      head.setAttribute('aria-sort',up?'ascending':'descending');
      var figures=rows.map(function(row){var v=valueOf(row,at);return /^\d{4}-\d\d-\d\d/.test(v)?null:number(v);});
      var numeric=head.classList.contains('n')||rows.every(function(row,i){return figures[i]!==null||!valueOf(row,at);})&&!rows.some(function(row){return /^\d{4}-\d\d-\d\d/.test(valueOf(row,at));});
      rows.map(function(row,i){return{row:row,text:valueOf(row,at),figure:figures[i],i:i};})
        .sort(function(a,b){
          var d=numeric?(a.figure===null?1:b.figure===null?-1:(a.figure-b.figure)*(up?1:-1)):collator.compare(a.text,b.text)*(up?1:-1);
          return d||a.i-b.i;
        }).forEach(function(each){body.appendChild(each.row);});
    });
  });
  if(!table.hasAttribute('data-filter'))return;
  var bar=document.createElement('div'),field=document.createElement('input'),count=document.createElement('span');
  bar.className='seek';field.type='search';field.className='field';field.placeholder=say.seek;field.setAttribute('aria-label',say.seek);
  count.setAttribute('role','status');
  bar.appendChild(field);bar.appendChild(count);
  table.parentNode.parentNode.insertBefore(bar,table.parentNode);
  function show(){
    var words=field.value.toLowerCase().split(/\s+/).filter(Boolean),left=0;
    rows.forEach(function(row){
      var text=row.textContent.toLowerCase(),fits=words.every(function(word){return text.indexOf(word)>-1;});
      row.hidden=!fits;if(fits)left++;
    });
    count.textContent=words.length?left+say.of+rows.length+say.rows:'';
  }
  field.addEventListener('input',show);
});
})();
`.trim();
