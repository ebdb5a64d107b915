/** The scripts of checklists, polls, charts of entries and calculators. */

export const CHECKLIST_SCRIPT = String.raw`
uses.checklist=function(root,o){
  var list=root.querySelector('.ticks'),input=root.querySelector('.adding input'),button=root.querySelector('.adding button'),rows={};
  var shared;
  function key(row){return String((row.record||{}).Item);}
  function draw(found){
    rows={};
    var order=o.items.slice();
    found.forEach(function(row){var name=key(row);if(rows[name])return;rows[name]=row;if(order.indexOf(name)<0)order.push(name);});
    var active=document.activeElement&&root.contains(document.activeElement)?document.activeElement.getAttribute('data-key'):null;
    list.textContent='';
    var done=0;
    order.forEach(function(name){
      var row=rows[name],item=make('li'),label=make('label'),box=make('input');
      box.type='checkbox';box.checked=!!(row&&row.record.Done);box.setAttribute('data-key',name);
      if(box.checked)done++;
      box.addEventListener('change',function(){toggle(name,box);});
      label.appendChild(box);label.appendChild(make('span','',name));item.appendChild(label);
      if(o.items.indexOf(name)<0){
        var drop=make('button','drop no-print','×');
        drop.type='button';drop.setAttribute('aria-label',o.remove+': '+name);
        drop.addEventListener('click',function(){
          shared.store.remove(row.id).then(function(){return shared.load();},function(error){state(root,failure(error),'bad');});
        });
        item.appendChild(drop);
      }
      list.appendChild(item);
      if(active===name)box.focus();
    });
    state(root,number(done)+T(' of ',' de ')+number(order.length)+T(' done',' hechas'));
  }
  function toggle(name,box){
    var row=rows[name],record={Item:name,Done:box.checked};
    box.setAttribute('aria-busy','true');
    (row?shared.store.update(row.id,record,{revision:row.revision}):shared.store.add(record)).then(function(){return shared.load();},function(error){
      box.checked=!box.checked;box.removeAttribute('aria-busy');
      return(error&&/revision_conflict|not_found/.test(error.code)?shared.load():Promise.resolve()).then(function(){state(root,failure(error),'bad');});
    });
  }
  function add(){
    var name=input.value.trim();
    if(!name){input.focus();return;}
    if(rows[name]||o.items.indexOf(name)>-1){state(root,T('This is in the list already.','Ya está en la lista.'),'bad');return;}
    shared.store.add({Item:name,Done:false}).then(function(){input.value='';input.focus();return shared.load();},function(error){state(root,failure(error),'bad');});
  }
  button.addEventListener('click',add);
  input.addEventListener('keydown',function(event){if(event.key==='Enter'&&!event.isComposing){event.preventDefault();add();}});
  shared=watch(root,o.collection,draw);
};
`.trim();

export const POLL_SCRIPT = String.raw`
uses.poll=function(root,o){
  var inputs=root.querySelectorAll('.picks input'),button=root.querySelector('button'),list=root.querySelector('.bars'),voted=false;
  var shared={store:octavo.collection(o.collection),load:function(){return Promise.resolve();}};
  if(o.results)shared=watch(root,o.collection,function(found){
    var counts={};
    found.forEach(function(row){String((row.record||{}).Choice||'').split('\n').forEach(function(name){counts[name]=(counts[name]||0)+1;});});
    bars(list,o.choices.map(function(name){return{name:name,value:counts[name]||0};}));
    if(!voted)state(root,found.length===1?T('1 vote','1 voto'):number(found.length)+T(' votes',' votos'));
  });
  function vote(){
    if(voted||button.getAttribute('aria-disabled'))return;
    var chosen=[];
    each(inputs,function(input){if(input.checked)chosen.push(input.value);});
    if(!chosen.length){state(root,T('Choose first.','Elija primero.'),'bad');inputs[0].focus();return;}
    busy(button,true);
    state(root,T('Sending …','Enviando …'));
    shared.store.add({Choice:chosen.join('\n')}).then(function(){
      voted=true;
      each(inputs,function(input){input.disabled=true;});
      state(root,T('Thank you. Your vote is counted.','Gracias. Su voto se ha contado.'),'good');
      return shared.load();
    },function(error){busy(button,false);state(root,failure(error),'bad');});
  }
  button.addEventListener('click',vote);
};
`.trim();

export const TALLY_SCRIPT = String.raw`
uses.tally=function(root,o){
  var list=root.querySelector('.bars');
  watch(root,o.collection,function(found){
    var sums={},names=o.order.slice();
    found.forEach(function(row){
      var record=row.record||{},value=record[o.by],name=value===undefined||value===''?'–':typeof value==='boolean'?(value?T('Yes','Sí'):'No'):String(value);
      if(names.indexOf(name)<0)names.push(name);
      var figure=o.sum?Number(record[o.sum]):1;
      sums[name]=(sums[name]||0)+(isFinite(figure)?figure:0);
    });
    bars(list,names.slice(0,40).map(function(name){return{name:name,value:sums[name]||0};}),o.unit);
    state(root,found.length?(found.length===1?T('1 entry','1 entrada'):number(found.length)+T(' entries',' entradas')):o.empty);
  });
};
`.trim();

/** The same as `calculateInput` of `spreadsheet/input-formula.ts`; a test holds them together. */
export const FORMULA_SCRIPT = String.raw`
function calculate(tree,values){
  function num(v){return typeof v==='string'?NaN:Number(v);}
  function truth(v){return v!==0&&v!==false&&v!=='';}
  function rounded(v,digits,way){
    var scale=Math.pow(10,digits),size=Number((Math.abs(v)*scale).toPrecision(14));
    return(v<0?-1:v>0?1:0)*(way===0?Math.floor(size+0.5):way===1?Math.ceil(size):Math.floor(size))/scale;
  }
  function run(t){
    switch(t[0]){
      case'n':case't':return t[1];
      case'v':return values[t[1]]===undefined?0:values[t[1]];
      case'u':var o=num(run(t[2]));return t[1]==='-'?-o:t[1]==='%'?o/100:o;
      case'b':return binary(t[1],run(t[2]),run(t[3]));
    }
    var parts=t.slice(2),i;
    if(t[1]==='IF'){var said=run(parts[0]);if(said!==said)return NaN;var taken=truth(said)?parts[1]:parts[2];return taken===undefined?0:run(taken);}
    if(t[1]==='IFS'){for(i=0;i+1<parts.length;i+=2){var one=run(parts[i]);if(one!==one)return NaN;if(truth(one))return run(parts[i+1]);}return NaN;}
    var all=parts.map(run);
    if(all.some(function(v){return v!==v;}))return NaN;
    if(t[1]==='AND')return all.every(truth);
    if(t[1]==='OR')return all.some(truth);
    if(t[1]==='NOT')return!truth(all[0]);
    return figures(t[1],all.map(num));
  }
  function binary(op,left,right){
    var a=num(left),b=num(right);
    if(typeof left!=='string'&&typeof right!=='string'&&(isNaN(a)||isNaN(b)))return NaN;
    switch(op){
      case'+':return a+b;case'-':return a-b;case'*':return a*b;case'/':return b===0?NaN:a/b;case'^':return Math.pow(a,b);
      case'=':return left===right||a===b;case'<>':return!(left===right||a===b);
      case'<':return a<b;case'>':return a>b;case'<=':return a<=b;default:return a>=b;
    }
  }
  function figures(name,all){
    var a=all[0]||0,b=all[1]||0,c=all[2]||0,sum=all.reduce(function(x,y){return x+y;},0);
    switch(name){
      case'SUM':return sum;
      case'PRODUCT':return all.reduce(function(x,y){return x*y;},1);
      case'AVERAGE':return sum/all.length;
      case'MIN':return Math.min.apply(null,all);
      case'MAX':return Math.max.apply(null,all);
      case'ROUND':return rounded(a,b,0);
      case'ROUNDUP':return rounded(a,b,1);
      case'ROUNDDOWN':case'TRUNC':return rounded(a,b,2);
      case'INT':return Math.floor(a);
      case'ABS':return Math.abs(a);
      case'SIGN':return a<0?-1:a>0?1:0;
      case'SQRT':return Math.sqrt(a);
      case'POWER':return Math.pow(a,b);
      case'MOD':return b===0?NaN:a-b*Math.floor(a/b);
      case'CEILING':return b===0?0:Math.ceil(Number((a/b).toPrecision(14)))*b;
      case'FLOOR':return b===0?NaN:Math.floor(Number((a/b).toPrecision(14)))*b;
      case'EXP':return Math.exp(a);
      case'LN':return Math.log(a);
      case'LOG10':return Math.log(a)/Math.LN10;
      case'PI':return Math.PI;
      case'PMT':return a===0?-c/b:-c*a/(1-Math.pow(1+a,-b));
    }
    return NaN;
  }
  var value=run(tree);
  return typeof value==='boolean'?Number(value):typeof value==='number'&&isFinite(value)?value:NaN;
}
`.trim();

export const CALCULATOR_SCRIPT = String.raw`
uses.calculator=function(root,o){
  var inputs=root.querySelectorAll('[data-in]'),outputs=root.querySelectorAll('[data-out]');
  function count(){
    var wrong='',values=Array.prototype.map.call(inputs,function(input){
      if(input.type==='checkbox')return input.checked?Number(input.value):0;
      var v=input.value===''?NaN:Number(input.value),name=input.closest('.field').querySelector('label').textContent;
      if(input.type==='number'){
        var low=input.min!==''&&v<Number(input.min),high=input.max!==''&&v>Number(input.max);
        if(isNaN(v))wrong=wrong||name+': '+T('enter a number.','escriba un número.');
        else if(low)wrong=wrong||name+': '+T('at least ','como mínimo ')+number(Number(input.min))+'.';
        else if(high)wrong=wrong||name+': '+T('at most ','como máximo ')+number(Number(input.max))+'.';
        if(isNaN(v)||low||high){input.setAttribute('aria-invalid','true');return NaN;}
        input.removeAttribute('aria-invalid');
      }
      return v;
    });
    o.results.forEach(function(result,at){
      var value=calculate(result.tree,values);
      values.push(value);
      outputs[at].textContent=isNaN(value)?'–':number(value,result.options);
    });
    state(root,wrong,wrong?'bad':'');
  }
  each(inputs,function(input){input.addEventListener('input',count);input.addEventListener('change',count);});
  count();
};
`.trim();
